/** Training of workflows' models: the state machine of train-workflow.asl.json and the functions of its states. */
import { Duration } from 'aws-cdk-lib';
import { Construct } from 'constructs';
import { PARTITIONS_OF_TENANT } from '../data/data-access.ts';
import type { DataAccess } from '../data/data-access.ts';
import type { EventBus } from '../operations/events.ts';
import { kebabCase } from '../kebab-case.ts';
import type { Mail } from '../operations/mail.ts';
import { ServiceFunction } from '../functions/service-function.ts';
import type { FunctionPlatform } from '../functions/service-function.ts';
import type { SplitEndpoint } from './split-endpoint.ts';
import { AslStateMachine } from '../functions/state-machine.ts';
import type { TrainingJobs } from './training-jobs.ts';

export interface TrainingProps {
  readonly platform: FunctionPlatform;
  readonly access: DataAccess;
  readonly jobs: TrainingJobs;
  readonly endpoint: SplitEndpoint;
  readonly events: EventBus;
  readonly mail: Mail;
}

/** PrepareTraining reads and writes the page records of all training documents: minutes for thousands of pages. */
const PREPARE_TIMEOUT = Duration.minutes(15);
const STEP_TIMEOUT = Duration.minutes(2);

/** The effect on users while a step fails, by state. */
const FAILURES = {
  PrepareTraining: 'Trainings end failed before they begin; the models in use stay.',
  StartTraining: 'Trainings end failed before they begin; the models in use stay.',
  CheckTraining: 'The end of running trainings is not detected: their workflows stay in training.',
  EvaluateModel: 'Trained models are not evaluated and do not go live; the models in use stay.',
  GateModel: 'Trained models are not compared with those in use and do not go live; the models in use stay.',
  DeployModel: 'Trained models do not go live; the models in use stay.',
  CompleteTraining: 'Trained models are live, but their workflows are shown as deploying and no notification is sent.',
  RecordTrainingFailure: 'Failed trainings are shown as running, and no notification is sent.',
} as const;

type TrainingStep = keyof typeof FAILURES;

export class Training extends Construct {
  readonly steps: Readonly<Record<TrainingStep, ServiceFunction>>;
  readonly machine: AslStateMachine;

  constructor(scope: Construct, id: string, { platform, access, jobs, endpoint, events, mail }: TrainingProps) {
    super(scope, id);
    const step = (name: TrainingStep): ServiceFunction =>
      new ServiceFunction(this, name, {
        platform,
        entry: kebabCase(name),
        // PrepareTraining holds page records, as FindBoundaries does, and a model's weights.
        workload: name === 'PrepareTraining' ? 'boundaries' : 'light',
        timeout: name === 'PrepareTraining' ? PREPARE_TIMEOUT : STEP_TIMEOUT,
        failureMeans: FAILURES[name],
      });
    this.steps = {
      PrepareTraining: step('PrepareTraining'),
      StartTraining: step('StartTraining'),
      CheckTraining: step('CheckTraining'),
      EvaluateModel: step('EvaluateModel'),
      GateModel: step('GateModel'),
      DeployModel: step('DeployModel'),
      CompleteTraining: step('CompleteTraining'),
      RecordTrainingFailure: step('RecordTrainingFailure'),
    };
    const { StartTraining, CheckTraining, DeployModel, CompleteTraining, RecordTrainingFailure } = this.steps;
    for (const step of Object.values(this.steps)) {
      access.rowsOfTenant(step, ['get', 'query', 'put', 'update', 'check'], PARTITIONS_OF_TENANT);
      access.filesOfTenant(step);
    }
    jobs.allowStart(StartTraining);
    // CompleteTraining too: it stops the job of a training that has been cancelled in the meantime.
    for (const watcher of [StartTraining, CheckTraining, CompleteTraining, RecordTrainingFailure])
      jobs.allowWatch(watcher);
    // DeployModel scores a page with the new model before it goes live.
    endpoint.allowInvoke(DeployModel);
    for (const notifier of [CompleteTraining, RecordTrainingFailure]) {
      // They check whether the address is suppressed.
      access.rowsOfTenant(notifier, ['get'], ['MAIL_ADDRESS#*']);
      events.allowPublish(notifier);
      mail.allowSend(notifier);
    }
    this.machine = new AslStateMachine(this, 'TrainWorkflow', {
      settings: platform.settings,
      key: platform.key,
      file: 'train-workflow',
      steps: this.steps,
    });
  }
}
