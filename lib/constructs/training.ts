/** Training of customers' models: the functions of train-workflow.asl.json's states, the machine, and the role of the jobs. */
import { Duration } from 'aws-cdk-lib';
import { Construct } from 'constructs';
import type { DataAccess } from './data-access.ts';
import type { EventBus } from './events.ts';
import { kebabCase } from './kebab-case.ts';
import type { Mail } from './mail.ts';
import { ServiceFunction } from './service-function.ts';
import type { FunctionPlatform } from './service-function.ts';
import type { SplitEndpoint } from './split-endpoint.ts';
import { AslStateMachine } from './state-machine.ts';
import type { TrainingJobs } from './training-jobs.ts';

export interface TrainingProps {
  readonly platform: FunctionPlatform;
  readonly access: DataAccess;
  readonly jobs: TrainingJobs;
  readonly endpoint: SplitEndpoint;
  readonly events: EventBus;
  readonly mail: Mail;
}

/** Every record of every training document is read and written again: minutes for thousands of pages. */
const PREPARING = Duration.minutes(15);
const LIGHT = Duration.minutes(2);

/** Rows of the account and of its workflows. */
const ACCOUNT_ROWS = ['ACCOUNT#*'];

/** What a user notices while a step fails, by the name of its state. */
const FAILURES = {
  PrepareTraining: 'Trainings end failed before they begin; the models in use stay.',
  StartTraining: 'Trainings end failed before they begin; the models in use stay.',
  CheckTraining: 'Trainings that run are not noticed to have ended: their workflows stay in training.',
  EvaluateModel: 'Trained models are not looked at and do not go live; the models in use stay.',
  GateModel: 'Trained models are not judged and do not go live; the models in use stay.',
  DeployModel: 'Trained models do not go live; the models in use stay.',
  CompleteTraining: 'Trained models are live, but their workflows are shown as deploying and nobody is told.',
  RecordTrainingFailure: 'Failed trainings are shown as running, and nobody is told.',
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
        workload: 'light',
        timeout: name === 'PrepareTraining' ? PREPARING : LIGHT,
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
      access.rows(step, ['get', 'query', 'put', 'update', 'check'], ACCOUNT_ROWS);
      access.filesOfTenant(step);
    }
    jobs.allowStart(StartTraining);
    // CompleteTraining too: what it is given may have been cancelled meanwhile, and its job is stopped then.
    for (const watcher of [StartTraining, CheckTraining, CompleteTraining, RecordTrainingFailure])
      jobs.allowWatch(watcher);
    // A model goes live only after it has scored a page.
    endpoint.allowInvoke(DeployModel);
    for (const teller of [CompleteTraining, RecordTrainingFailure]) {
      // Whether the address has bounced.
      access.rows(teller, ['get'], ['MAIL_ADDRESS#*']);
      events.allowPublish(teller);
      mail.allowSend(teller);
    }
    this.machine = new AslStateMachine(this, 'TrainWorkflow', {
      settings: platform.settings,
      key: platform.key,
      file: 'train-workflow',
      steps: this.steps,
    });
  }
}
