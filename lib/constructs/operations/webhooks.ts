/** Delivery of events to webhooks: one function, for every event of the bus and for what is due again. */
import { Duration } from 'aws-cdk-lib';
import { Rule, RuleTargetInput, Schedule } from 'aws-cdk-lib/aws-events';
import { LambdaFunction } from 'aws-cdk-lib/aws-events-targets';
import type { LambdaFunctionProps } from 'aws-cdk-lib/aws-events-targets';
import { Construct } from 'constructs';
import type { DataAccess } from '../data/data-access.ts';
import { ServiceFunction } from '../functions/service-function.ts';
import type { FunctionPlatform } from '../functions/service-function.ts';
import { EVENT_SOURCE } from './events.ts';
import type { EventBus } from './events.ts';

export interface WebhooksProps {
  readonly platform: FunctionPlatform;
  readonly access: DataAccess;
  readonly events: EventBus;
}

/**
 * The longest delay of a retry. The retry after five seconds is made by the invocation that made the first attempt. A
 * shorter interval would cost more than the rest of a stage that nobody uses.
 */
const SWEEP_EVERY = Duration.minutes(15);
/** Several requests of 15 seconds, one after the other. */
const DELIVERY_TIMEOUT = Duration.minutes(5);

export class Webhooks extends Construct {
  readonly deliver: ServiceFunction;

  constructor(scope: Construct, id: string, { platform, access, events }: WebhooksProps) {
    super(scope, id);
    this.deliver = new ServiceFunction(this, 'DeliverWebhooks', {
      platform,
      entry: 'deliver-webhooks',
      workload: 'light',
      timeout: DELIVERY_TIMEOUT,
      asynchronous: true,
      failureMeans: 'Webhooks get their events late; after all retries, not at all until they are replayed.',
    });
    // Rows of webhooks and deliveries; it deletes deliveries of deleted webhooks.
    access.rows(this.deliver, ['get', 'query', 'put', 'update', 'delete'], ['ACCOUNT#*']);
    access.index(this.deliver);
    new Rule(this, 'Events', {
      eventBus: events.bus,
      eventPattern: { source: [EVENT_SOURCE] },
      description: 'Events for webhooks',
      targets: [this.#target({ retryAttempts: 185, maxEventAge: Duration.hours(24) })],
    });
    new Rule(this, 'Sweep', {
      schedule: Schedule.rate(SWEEP_EVERY),
      description: 'Deliveries to webhooks that are due again',
      targets: [
        this.#target({
          event: RuleTargetInput.fromObject({ sweep: true }),
          retryAttempts: 0,
          maxEventAge: SWEEP_EVERY,
        }),
      ],
    });
  }

  #target(props: LambdaFunctionProps): LambdaFunction {
    const { undelivered } = this.deliver;
    return new LambdaFunction(this.deliver.function, {
      ...props,
      ...(undelivered === undefined ? {} : { deadLetterQueue: undelivered }),
    });
  }
}
