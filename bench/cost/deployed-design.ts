/** What a stage has deployed, whatever it is used for. A test compares it with the synthesised stack. */

/** Which memory a function that serves documents has, by its name in the settings. */
export const WORKLOADS = {
  Authorizer: 'light',
  Api: 'api',
  RenderApi: 'parsers',
  Inspect: 'parsers',
  ReadPages: 'parsers',
  FindBoundaries: 'boundaries',
  BuildResults: 'parsers',
  Complete: 'light',
  RecordFailure: 'light',
} as const;
export type FunctionName = keyof typeof WORKLOADS;
export type Workload = (typeof WORKLOADS)[FunctionName];

/** Processes that read a chunk side by side: as many as a parsing function has cores and memory for. */
export const PARSER_PROCESSES = 2;

/** Metrics that the alarms watch, where a stage has them (`alwaysOn`): an alarm over a sum of metrics is paid for by each. */
export const ALARM_METRICS = 55;
export const DASHBOARDS = 1;
export const KMS_KEYS = 1;
export const WEB_ACLS = 1;
export const WEB_ACL_RULES = 1;
/** Minutes between two calls of ResumeUnfinished. */
export const SWEEP_EVERY_MINUTES = 15;
/** Metrics that the gateway keeps of each method that is called: count, 4xx, 5xx, latency, integration latency. */
export const METRICS_A_METHOD = 5;
/** GB of the model image: assumed, it is built in the account. */
export const IMAGE_GB = 0.3;
