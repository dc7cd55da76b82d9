/** Migrations to a newer base model: the state machine of migrate-workflows.asl.json and the functions of its states. */
import { Duration } from 'aws-cdk-lib';
import { Construct } from 'constructs';
import { PARTITIONS_OF_TENANT } from '../data/data-access.ts';
import type { DataAccess } from '../data/data-access.ts';
import type { EventBus } from '../operations/events.ts';
import type { Mail } from '../operations/mail.ts';
import { ServiceFunction } from '../functions/service-function.ts';
import type { FunctionPlatform } from '../functions/service-function.ts';
import { AslStateMachine } from '../functions/state-machine.ts';
import type { SplitEndpoint } from './split-endpoint.ts';
import type { TrainingJobs } from './training-jobs.ts';

export interface MigrationsProps {
  readonly platform: FunctionPlatform;
  readonly access: DataAccess;
  readonly jobs: TrainingJobs;
  readonly endpoint: SplitEndpoint;
  readonly events: EventBus;
  readonly mail: Mail;
  readonly trainWorkflow: AslStateMachine;
}

/** A move copies weights of 10 MB and deletes the preview. */
const STEP_TIMEOUT = Duration.minutes(5);

export class Migrations extends Construct {
  readonly steps: Readonly<Record<'ListMigrations' | 'MigrateWorkflow', ServiceFunction>>;
  readonly machine: AslStateMachine;

  constructor(scope: Construct, id: string, props: MigrationsProps) {
    super(scope, id);
    const { platform, access, jobs, endpoint, events, mail, trainWorkflow } = props;
    const ListMigrations = new ServiceFunction(this, 'ListMigrations', {
      platform,
      entry: 'list-migrations',
      workload: 'light',
      timeout: STEP_TIMEOUT,
      failureMeans: 'Workflows get no preview of a new base model and do not move; the models in use stay.',
    });
    const MigrateWorkflow = new ServiceFunction(this, 'MigrateWorkflow', {
      platform,
      entry: 'migrate-workflow',
      workload: 'light',
      timeout: STEP_TIMEOUT,
      failureMeans: 'Workflows get no preview of a new base model and do not move; the models in use stay.',
    });
    this.steps = { ListMigrations, MigrateWorkflow };
    access.index(ListMigrations);
    access.rowsOfTenant(MigrateWorkflow, ['get', 'query', 'put', 'update', 'delete', 'check'], PARTITIONS_OF_TENANT);
    access.rowsOfTenant(MigrateWorkflow, ['get'], ['MAIL_ADDRESS#*']);
    access.filesOfTenant(MigrateWorkflow);
    // The base model in service; and a model is tried before a workflow moves to it.
    for (const step of [ListMigrations, MigrateWorkflow]) endpoint.allowInvoke(step);
    trainWorkflow.allowStart(MigrateWorkflow, 'TEARLINE_TRAIN_WORKFLOW_ARN');
    // Deleting a preview stops its training.
    jobs.allowWatch(MigrateWorkflow);
    events.allowPublish(MigrateWorkflow);
    mail.allowSend(MigrateWorkflow);
    this.machine = new AslStateMachine(this, 'MigrateWorkflows', {
      settings: platform.settings,
      key: platform.key,
      file: 'migrate-workflows',
      steps: this.steps,
    });
  }
}
