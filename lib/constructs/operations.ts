/** What the operator and the clock invoke: the first API key, and the sweep that leaves nothing waiting. */
import { Duration } from 'aws-cdk-lib';
import { Rule, Schedule } from 'aws-cdk-lib/aws-events';
import { LambdaFunction } from 'aws-cdk-lib/aws-events-targets';
import { Construct } from 'constructs';
import type { DataAccess } from './data-access.ts';
import type { EventBus } from './events.ts';
import type { Mail } from './mail.ts';
import { ServiceFunction } from './service-function.ts';
import type { FunctionPlatform } from './service-function.ts';
import type { AslStateMachine } from './state-machine.ts';
import type { TrainingJobs } from './training-jobs.ts';

export interface OperationsProps {
  readonly platform: FunctionPlatform;
  readonly access: DataAccess;
  readonly events: EventBus;
  readonly mail: Mail;
  readonly jobs: TrainingJobs;
  readonly processDocument: AslStateMachine;
  readonly trainWorkflow: AslStateMachine;
}

/**
 * What a request waits at most whose execution could not be started when it was accepted, or broke off. Nothing calls the sweep
 * when an execution breaks off: one that does so at once, each time, would be taken up in a loop.
 */
const SWEEP_EVERY = Duration.minutes(15);
/** Almost as long: where more has expired than one call can delete, the next goes on with hardly a pause. */
const SWEEP = Duration.minutes(14);

export class Operations extends Construct {
  readonly createKey: ServiceFunction;
  readonly resumeUnfinished: ServiceFunction;

  constructor(
    scope: Construct,
    id: string,
    { platform, access, events, mail, jobs, processDocument, trainWorkflow }: OperationsProps,
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
    this.resumeUnfinished = new ServiceFunction(this, 'ResumeUnfinished', {
      platform,
      entry: 'resume-unfinished',
      workload: 'light',
      timeout: SWEEP,
      asynchronous: true,
      failureMeans:
        'Requests that were accepted while Step Functions was down, or whose state machine broke off, wait on, and documents stay past the time they were to be kept for.',
    });
    access.rows(this.resumeUnfinished, ['get', 'query', 'update', 'delete', 'check']);
    access.index(this.resumeUnfinished);
    access.files(this.resumeUnfinished, ['delete', 'list']);
    events.allowPublish(this.resumeUnfinished);
    processDocument.allowTakeUp(this.resumeUnfinished, 'TEARLINE_PROCESS_DOCUMENT_ARN');
    trainWorkflow.allowTakeUp(this.resumeUnfinished, 'TEARLINE_TRAIN_WORKFLOW_ARN');
    // A training that ended, but was not settled: its job is stopped and its account told.
    jobs.allowWatch(this.resumeUnfinished);
    mail.allowSend(this.resumeUnfinished);
    this.#schedule();
  }

  #schedule(): void {
    const { undelivered } = this.resumeUnfinished;
    new Rule(this, 'Sweep', {
      schedule: Schedule.rate(SWEEP_EVERY),
      description: 'Takes up what was accepted but never started, or broke off; deletes what has expired',
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
