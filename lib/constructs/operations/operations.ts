/**
 * Functions that the operator or a schedule invokes: creating API keys, and the sweep of unfinished and expired data.
 */
import { Duration } from 'aws-cdk-lib';
import { Rule, Schedule } from 'aws-cdk-lib/aws-events';
import { LambdaFunction } from 'aws-cdk-lib/aws-events-targets';
import { Construct } from 'constructs';
import type { Identity } from '../api/identity.ts';
import type { DataAccess } from '../data/data-access.ts';
import type { EventBus } from './events.ts';
import type { Mail } from './mail.ts';
import type { DocumentPipeline } from '../functions/document-pipeline.ts';
import { plansOf, unitCostsOf } from '../functions/plans.ts';
import { ServiceFunction } from '../functions/service-function.ts';
import type { FunctionPlatform } from '../functions/service-function.ts';
import type { AslStateMachine } from '../functions/state-machine.ts';
import type { TrainingJobs } from '../model/training-jobs.ts';

export interface OperationsProps {
  readonly platform: FunctionPlatform;
  readonly access: DataAccess;
  readonly events: EventBus;
  readonly mail: Mail;
  readonly identity: Identity;
  readonly jobs: TrainingJobs;
  readonly pipeline: DocumentPipeline;
  readonly trainWorkflow: AslStateMachine;
  readonly migrateWorkflows: AslStateMachine;
}

/**
 * The longest wait of a request whose execution could not be started or failed. A failed execution does not trigger the
 * sweep itself: one that fails immediately each time would be resumed in a loop.
 */
const SWEEP_EVERY = Duration.minutes(15);
/** Almost the interval: where one invocation cannot delete everything expired, the next continues shortly after. */
const SWEEP_TIMEOUT = Duration.minutes(14);

export class Operations extends Construct {
  readonly createKey: ServiceFunction;
  readonly manageAccounts: ServiceFunction;
  readonly resumeUnfinished: ServiceFunction;

  constructor(
    scope: Construct,
    id: string,
    { platform, access, events, mail, identity, jobs, pipeline, trainWorkflow, migrateWorkflows }: OperationsProps,
  ) {
    super(scope, id);
    this.createKey = new ServiceFunction(this, 'CreateKey', {
      platform,
      entry: 'create-key',
      workload: 'light',
      timeout: Duration.seconds(30),
      failureMeans: 'The operator cannot make API keys; existing keys work.',
    });
    access.rows(this.createKey, ['get', 'put', 'update', 'check'], ['ACCOUNT#*', 'API_KEY_HASH#*', 'DEPLOYMENT']);
    this.manageAccounts = new ServiceFunction(this, 'ManageAccounts', {
      platform,
      entry: 'manage-accounts',
      workload: 'light',
      timeout: Duration.seconds(30),
      failureMeans: 'The operator cannot create accounts, keys of other accounts, or change plans.',
    });
    this.manageAccounts.configure({ ...plansOf(platform.settings), ...unitCostsOf(platform.settings) });
    access.rows(
      this.manageAccounts,
      ['get', 'query', 'put', 'update', 'check'],
      ['ACCOUNT#*', 'API_KEY_HASH#*', 'MEMBER_ADDRESS#*'],
    );
    // A change of a user is deleted when it is complete.
    access.rows(this.manageAccounts, ['delete'], ['MEMBER_ADDRESS#*']);
    access.index(this.manageAccounts);
    identity.allowUsers(this.manageAccounts);
    this.resumeUnfinished = new ServiceFunction(this, 'ResumeUnfinished', {
      platform,
      entry: 'resume-unfinished',
      workload: 'light',
      timeout: SWEEP_TIMEOUT,
      asynchronous: true,
      failureMeans:
        'Requests that were accepted while Step Functions was down, or whose execution failed, are not resumed, and ' +
        'documents are not deleted when their retention time is over.',
    });
    access.rows(this.resumeUnfinished, ['get', 'query', 'put', 'update', 'delete', 'check']);
    access.index(this.resumeUnfinished);
    // It copies the pages of corrections that a stopped request left, and deletes what has expired.
    access.files(this.resumeUnfinished, ['read', 'write', 'delete', 'list']);
    events.allowPublish(this.resumeUnfinished);
    pipeline.allowStart(this.resumeUnfinished);
    pipeline.machine.allowRedrive(this.resumeUnfinished);
    trainWorkflow.allowResume(this.resumeUnfinished, 'TEARLINE_TRAIN_WORKFLOW_ARN');
    migrateWorkflows.allowStart(this.resumeUnfinished, 'TEARLINE_MIGRATE_WORKFLOWS_ARN');
    // Finalises trainings that ended without it: stops the job and notifies the account.
    jobs.allowWatch(this.resumeUnfinished);
    mail.allowSend(this.resumeUnfinished);
    // Completes changes of users, and removes those of a deleted account's people.
    identity.allowUsers(this.resumeUnfinished);
    this.#schedule();
  }

  #schedule(): void {
    const { undelivered } = this.resumeUnfinished;
    new Rule(this, 'Sweep', {
      schedule: Schedule.rate(SWEEP_EVERY),
      description: 'Resumes requests that were not started or failed; deletes expired documents',
      targets: [
        new LambdaFunction(this.resumeUnfinished.function, {
          retryAttempts: 2,
          maxEventAge: SWEEP_EVERY,
          ...(undelivered === undefined ? {} : { deadLetterQueue: undelivered }),
        }),
      ],
    });
  }
}
