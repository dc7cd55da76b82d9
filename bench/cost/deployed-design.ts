/** The deployed resources of a stage that have fixed costs. A test compares them with the synthesised stack. */

/** Memory class of each function that processes documents, by the name in the settings. */
export const WORKLOADS = {
  Authorizer: 'light',
  Api: 'api',
  RenderApi: 'results',
  Parse: 'parsers',
  Inspect: 'light',
  ReadPages: 'light',
  FindBoundaries: 'boundaries',
  BuildResults: 'results',
  Complete: 'light',
  RecordFailure: 'light',
} as const;
export type FunctionName = keyof typeof WORKLOADS;
export type Workload = (typeof WORKLOADS)[FunctionName];

/** Number of parser processes of Parse, limited by its cores and memory. */
export const PARSER_PROCESSES = 2;

/**
 * Number of metrics in alarms, where a stage has alarms (`alwaysOn`): an alarm on a sum of metrics is charged for each
 * metric.
 */
export const ALARM_METRICS = 71;
/** Metrics made of logs, where a stage has alarms. */
export const LOG_METRICS = 1;
export const DASHBOARDS = 1;
export const KMS_KEYS = 1;
export const WEB_ACLS = 1;
export const WEB_ACL_RULES = 2;
/** Interval of ResumeUnfinished in minutes. */
export const SWEEP_EVERY_MINUTES = 15;
/** Interval of DeliverWebhooks in minutes, and the index partitions that it reads each time. */
export const DELIVERIES_EVERY_MINUTES = 15;
export const DELIVERY_PARTITIONS = 8;
/** Files that CloudTrail writes in an hour where it records data events: one in five minutes, and a digest. */
export const TRAIL_FILES_AN_HOUR = 13;
/** Number of gateway metrics per called method: count, 4xx, 5xx, latency, integration latency. */
export const METRICS_A_METHOD = 5;
/** Size of the model image in GB: assumed, since it is built in the account. */
export const IMAGE_GB = 0.3;
