/** Alarms for functions, state machines, API, split endpoint and table, and the dashboard. */
import { Duration } from 'aws-cdk-lib';
import { Operation } from 'aws-cdk-lib/aws-dynamodb';
import { AlarmStatusWidget, Dashboard, GraphWidget, MathExpression, Metric, Stats } from 'aws-cdk-lib/aws-cloudwatch';
import { FilterPattern, MetricFilter } from 'aws-cdk-lib/aws-logs';
import { Construct } from 'constructs';
import type { StageSettings } from '../../settings.ts';
import { Alarms } from './alarms.ts';
import type { AlarmsProps } from './alarms.ts';
import type { DataTable } from '../data/data-table.ts';
import { kebabCase } from '../kebab-case.ts';
import type { ServiceFunction } from '../functions/service-function.ts';
import type { AslStateMachine } from '../functions/state-machine.ts';

export interface MonitoringProps extends AlarmsProps {
  readonly functions: readonly ServiceFunction[];
  readonly machines: Readonly<Record<string, AslStateMachine>>;
  readonly endpointName: string;
  readonly table: DataTable;
  /** Logs how long documents wait for their turn. */
  readonly resumeUnfinished: ServiceFunction;
}

const FIVE_MINUTES = Duration.minutes(5);
/** Interval of ResumeUnfinished. */
const SWEEP = Duration.minutes(15);
/** Seconds: a burst of 10,000 documents is done in less on a quota of 1,000 executions (docs/scale.md). */
const LONG_WAIT = 3600;
const TABLE_OPERATIONS = [
  Operation.GET_ITEM,
  Operation.PUT_ITEM,
  Operation.UPDATE_ITEM,
  Operation.QUERY,
  Operation.TRANSACT_WRITE_ITEMS,
];

/** The effect on users of an execution that failed without RecordFailure. */
const MACHINES: Readonly<Record<string, string>> = {
  'process-document': 'Requests stay in progress: their executions ended without recording how.',
  'train-workflow': 'Workflows stay in training: their executions ended without recording how.',
  'migrate-workflows': 'Workflows do not move to a new base model; the models in use stay.',
};

export class Monitoring extends Construct {
  readonly #alarms: Alarms;

  constructor(scope: Construct, id: string, props: MonitoringProps) {
    super(scope, id);
    this.#alarms = new Alarms(this, 'Alarms', props);
    for (const watched of props.functions) this.#watchFunction(watched);
    for (const [name, machine] of Object.entries(props.machines)) this.#watchMachine(name, machine);
    const gateway = gatewayMetrics(props.settings);
    const endpoint = endpointMetrics(props.endpointName);
    this.#watchGateway(gateway);
    this.#alarms.add({
      name: 'split-endpoint-errors',
      metric: endpoint.errors,
      atLeast: 5,
      means: 'Documents are read but cannot be split: requests are late, or end failed.',
    });
    this.#alarms.add({
      name: 'table-throttled',
      metric: props.table.table.metricThrottledRequestsForOperations({
        period: FIVE_MINUTES,
        operations: TABLE_OPERATIONS,
      }),
      atLeast: 10,
      means: 'Requests are answered late or with 503.',
    });
    const longestWait = this.#longestWait(props);
    this.#alarms.add({
      name: 'documents-wait-long',
      metric: longestWait,
      atLeast: LONG_WAIT,
      means: 'Some documents have waited for an hour and are not started yet.',
    });
    this.#addDashboard(props, { gateway, endpoint, longestWait });
  }

  /** The metric is made of the function's log, which needs no permission. */
  #longestWait({ settings, resumeUnfinished }: MonitoringProps): Metric {
    return new MetricFilter(this, 'LongestWait', {
      logGroup: resumeUnfinished.logs,
      filterPattern: FilterPattern.exists('$.longest_wait_seconds'),
      metricNamespace: 'Tearline',
      metricName: `longest-wait-${settings.stage}`,
      metricValue: '$.longest_wait_seconds',
    }).metric({ period: SWEEP, statistic: Stats.MAXIMUM });
  }

  #watchFunction(watched: ServiceFunction): void {
    const name = kebabCase(watched.node.id);
    const { function: lambda, failureMeans, undelivered } = watched;
    // State machines retry steps, so that a single error does not affect users yet.
    this.#alarms.add({
      name: `${name}-fails`,
      metric: lambda.metricErrors({ period: FIVE_MINUTES }),
      atLeast: 5,
      means: failureMeans,
    });
    this.#alarms.add({
      name: `${name}-throttled`,
      metric: lambda.metricThrottles({ period: FIVE_MINUTES }),
      atLeast: 50,
      periods: 3,
      means: `Invocations exceed the account's Lambda quota or the function's reserved concurrency. ${failureMeans}`,
    });
    if (undelivered !== undefined) {
      this.#alarms.add({
        name: `${name}-undelivered`,
        metric: undelivered.metricApproximateNumberOfMessagesVisible({ period: FIVE_MINUTES }),
        atLeast: 1,
        means: `Events failed after all retries and are in the dead-letter queue. ${failureMeans}`,
      });
    }
  }

  #watchMachine(name: string, { machine }: AslStateMachine): void {
    const means = MACHINES[name] ?? 'Executions ended without recording how.';
    this.#alarms.add({
      name: `${name}-execution-failed`,
      metric: machine.metricFailed({ period: FIVE_MINUTES }),
      atLeast: 1,
      means,
    });
    this.#alarms.add({
      name: `${name}-execution-timed-out`,
      metric: machine.metricTimedOut({ period: FIVE_MINUTES }),
      atLeast: 1,
      means,
    });
  }

  #watchGateway({ serverErrors, latency }: ReturnType<typeof gatewayMetrics>): void {
    this.#alarms.add({ name: 'api-server-errors', metric: serverErrors, atLeast: 5, means: 'Clients get 500 or 503.' });
    // Some requests wait for their result by design, but at least half are polls and downloads, which do not.
    this.#alarms.add({
      name: 'api-slow',
      metric: latency,
      atLeast: 5000,
      periods: 3,
      means: 'Half of all requests take longer than 5 s.',
    });
  }

  #addDashboard(props: MonitoringProps, { gateway, endpoint, longestWait }: DashboardMetrics): void {
    const errors = props.functions.map(({ function: lambda, node }) => lambda.metricErrors({ label: node.id }));
    const durations = props.functions.map(({ function: lambda, node }) =>
      lambda.metricDuration({ label: node.id, statistic: Stats.percentile(99) }),
    );
    const executions = Object.entries(props.machines).flatMap(([name, { machine }]) => [
      machine.metricSucceeded({ label: `${name} succeeded` }),
      machine.metricFailed({ label: `${name} failed` }),
    ]);
    const graph = (title: string, left: ConstructorParameters<typeof GraphWidget>[0]['left']) =>
      new GraphWidget({ title, width: 12, ...(left === undefined ? {} : { left }) });
    new Dashboard(this, 'Dashboard', {
      dashboardName: `tearline-${props.settings.stage}`,
      widgets: [
        [new AlarmStatusWidget({ title: 'Alarms', width: 24, height: 6, alarms: this.#alarms.all })],
        [
          graph('Requests and errors', [gateway.requests, gateway.clientErrors, gateway.serverErrors]),
          graph('Latency of the API, ms', [gateway.latency, gateway.slowest]),
        ],
        [graph('Executions', executions), graph('Split endpoint', [endpoint.calls, endpoint.errors])],
        [graph('Errors by function', errors), graph('Duration by function, p99', durations)],
        [graph('Longest wait of a document for its turn, s', [longestWait])],
      ],
    });
  }
}

interface DashboardMetrics {
  readonly gateway: ReturnType<typeof gatewayMetrics>;
  readonly endpoint: ReturnType<typeof endpointMetrics>;
  readonly longestWait: Metric;
}

const gatewayMetrics = ({ stage }: StageSettings) => {
  const metric = (metricName: string, statistic: string, label: string) =>
    new Metric({
      namespace: 'AWS/ApiGateway',
      metricName,
      statistic,
      label,
      period: FIVE_MINUTES,
      dimensionsMap: { ApiName: `tearline-${stage}`, Stage: stage },
    });
  return {
    requests: metric('Count', Stats.SUM, 'requests'),
    clientErrors: metric('4XXError', Stats.SUM, '4xx'),
    serverErrors: metric('5XXError', Stats.SUM, '5xx'),
    latency: metric('Latency', 'p50', 'p50'),
    slowest: metric('Latency', 'p99', 'p99'),
  };
};

const endpointMetrics = (endpointName: string) => {
  const metric = (metricName: string) =>
    new Metric({
      namespace: 'AWS/SageMaker',
      metricName,
      statistic: Stats.SUM,
      period: FIVE_MINUTES,
      dimensionsMap: { EndpointName: endpointName, VariantName: 'AllTraffic' },
    });
  return {
    calls: metric('Invocations'),
    errors: new MathExpression({
      expression: 'model + other',
      label: 'errors',
      period: FIVE_MINUTES,
      usingMetrics: { model: metric('InvocationModelErrors'), other: metric('Invocation5XXErrors') },
    }),
  };
};
