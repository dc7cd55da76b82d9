/** Settings of a Lambda function from its environment. The only file of the AWS adapters that reads process.env. */
import { z } from 'zod';
import { plansSchema } from '../../core/accounts/limits/plan.ts';
import type { Plans } from '../../core/accounts/limits/plan.ts';
import { unitCostsSchema } from '../../core/accounts/usage/unit-costs.ts';
import type { UnitCosts } from '../../core/accounts/usage/unit-costs.ts';
import { NotConfiguredError } from '../../core/errors.ts';

const MEGABYTE = 1024 * 1024;

const text = z.string().min(1);
const amount = (least: number, most: number) => z.coerce.number().int().min(least).max(most);

const json = z.string().transform((value, context) => {
  try {
    return JSON.parse(value) as unknown;
  } catch {
    context.addIssue('must be JSON');
    return z.NEVER;
  }
});

const schema = z.object({
  TEARLINE_ENVIRONMENT: z.string().regex(/^[a-z0-9]+$/u),
  TEARLINE_TABLE: text,
  TEARLINE_BUCKET: text,
  AWS_REGION: text,
  TEARLINE_PROCESS_DOCUMENT_ARN: text.optional(),
  TEARLINE_TRAIN_WORKFLOW_ARN: text.optional(),
  TEARLINE_MIGRATE_WORKFLOWS_ARN: text.optional(),
  TEARLINE_ENDPOINT: text.optional(),
  TEARLINE_EVENT_BUS: text.optional(),
  TEARLINE_MAIL_FROM: text.optional(),
  TEARLINE_MAIL_CONFIGURATION_SET: text.optional(),
  TEARLINE_WEB_URL: text.optional(),
  TEARLINE_MAX_WAIT_SECONDS: amount(0, 120).default(25),
  TEARLINE_MAX_UPLOAD_BYTES: amount(1, 5 * 1024 * MEGABYTE).default(100 * MEGABYTE),
  TEARLINE_MAX_PAGES: amount(1, 100_000).default(2000),
  TEARLINE_MAX_RETAIN_DAYS: amount(1, 3650).optional(),
  TEARLINE_MAX_EXECUTIONS: amount(1, 10_000).optional(),
  TEARLINE_TRAINING_IMAGE: text.optional(),
  TEARLINE_TRAINING_ROLE_ARN: text.optional(),
  TEARLINE_TRAINING_INSTANCE: text.default('ml.m5.large'),
  TEARLINE_TRAINING_KEY_ARN: text.optional(),
  TEARLINE_CORS_ORIGINS: text
    .regex(/^https?:\/\/[^\s,/]+(,https?:\/\/[^\s,/]+)*$/)
    .transform((origins) => origins.split(','))
    .default([]),
  TEARLINE_USER_POOL_ID: text.optional(),
  TEARLINE_USER_POOL_CLIENT_ID: text.optional(),
  TEARLINE_ADMIN_EMAIL: text.optional(),
  TEARLINE_PLANS: json.pipe(plansSchema).default({}),
  TEARLINE_ESTIMATED_COST: json.pipe(unitCostsSchema).optional(),
  TEARLINE_DATA_ROLE_ARN: text.optional(),
  TEARLINE_PARSE_FUNCTION: text.optional(),
  TEARLINE_PARSE_MEMORY_MB: amount(128, 10_240).default(3008),
  TEARLINE_PARSE_PER_TENANT: z.stringbool().default(false),
  AWS_ENDPOINT_URL: z.url().optional(),
});

/** A function gets only the settings that it needs; the others are absent. */
export interface AwsSettings {
  /** Part of every API key: lower-case letters and digits. */
  readonly environment: string;
  readonly region: string;
  readonly table: string;
  readonly bucket: string;
  /** Seconds, 0 to 120; default 25, below API Gateway's timeout of 29. */
  readonly maxWaitSeconds: number;
  /** Bytes; default 100 MB. */
  readonly maxUploadBytes: number;
  /** Default 2,000. */
  readonly maxPages: number;
  /** Days after which documents are deleted. */
  readonly maxRetainDays?: number;
  /** Documents in the pipeline at a time. Absent for functions that start none. */
  readonly maxExecutions?: number;
  /** Plans beside the built-in ones; default: none. */
  readonly plans: Plans;
  /** What a document costs the operator; default: no cost is estimated. */
  readonly estimatedCost?: UnitCosts;
  readonly processDocumentArn?: string;
  readonly trainWorkflowArn?: string;
  readonly migrateWorkflowsArn?: string;
  /** Name of the SageMaker endpoint. */
  readonly endpoint?: string;
  /** Name or ARN. */
  readonly eventBus?: string;
  /** `Name <address>` or an address, of an identity that SES has verified. */
  readonly mailFrom?: string;
  /** Configuration set that reports bounces and complaints. */
  readonly mailConfigurationSet?: string;
  /** Where the web interface is, without a slash at its end. */
  readonly webUrl?: string;
  /** URI of the model container's image. */
  readonly trainingImage?: string;
  readonly trainingRoleArn?: string;
  /** Default ml.m5.large. */
  readonly trainingInstance: string;
  /** KMS key for the volumes and results of a training. */
  readonly trainingKeyArn?: string;
  /** Origins whose web pages may call the API; default: none. */
  readonly corsOrigins: readonly string[];
  readonly userPoolId?: string;
  readonly userPoolClientId?: string;
  /** Address of the first administrator, as the deployment was given it. */
  readonly administratorEmail?: string;
  /** Role that is assumed for one tenant at a time. */
  readonly dataRoleArn?: string;
  /** The function that parses documents: name or ARN. */
  readonly parseFunction?: string;
  /** Its memory in MB; default 3008. */
  readonly parseMemoryMb: number;
  /** Whether it runs each tenant's jobs in execution environments of their own; default false. */
  readonly parsePerTenant: boolean;
  /** URL of a stand-in for AWS in tests, in the SDK's own variable. S3 then uses path-style addressing. */
  readonly endpointUrl?: string;
}

const NAMES = {
  TEARLINE_PROCESS_DOCUMENT_ARN: 'processDocumentArn',
  TEARLINE_TRAIN_WORKFLOW_ARN: 'trainWorkflowArn',
  TEARLINE_MIGRATE_WORKFLOWS_ARN: 'migrateWorkflowsArn',
  TEARLINE_ENDPOINT: 'endpoint',
  TEARLINE_EVENT_BUS: 'eventBus',
  TEARLINE_MAIL_FROM: 'mailFrom',
  TEARLINE_MAIL_CONFIGURATION_SET: 'mailConfigurationSet',
  TEARLINE_WEB_URL: 'webUrl',
  TEARLINE_TRAINING_IMAGE: 'trainingImage',
  TEARLINE_TRAINING_ROLE_ARN: 'trainingRoleArn',
  TEARLINE_TRAINING_KEY_ARN: 'trainingKeyArn',
  TEARLINE_USER_POOL_ID: 'userPoolId',
  TEARLINE_USER_POOL_CLIENT_ID: 'userPoolClientId',
  TEARLINE_ADMIN_EMAIL: 'administratorEmail',
  TEARLINE_DATA_ROLE_ARN: 'dataRoleArn',
  TEARLINE_PARSE_FUNCTION: 'parseFunction',
  AWS_ENDPOINT_URL: 'endpointUrl',
} as const;

type Optional = (typeof NAMES)[keyof typeof NAMES];

/**
 * An empty variable counts as absent, because a CloudFormation template cannot omit one conditionally.
 * @throws NotConfiguredError where a required variable is absent or any variable is invalid, naming the variable
 */
export const readAwsSettings = (environment: NodeJS.ProcessEnv = process.env): AwsSettings => {
  const variables = Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== ''));
  const parsed = schema.safeParse(variables);
  if (!parsed.success)
    throw new NotConfiguredError(
      `The environment of this function is not as it must be: ${z.prettifyError(parsed.error)}`,
    );
  const values = parsed.data;
  const optional: Partial<Record<Optional, string>> = {};
  for (const [variable, name] of Object.entries(NAMES) as [keyof typeof NAMES, Optional][]) {
    // NAMES has no other members.
    const value = values[variable];
    if (value !== undefined) optional[name] = value;
  }
  return {
    environment: values.TEARLINE_ENVIRONMENT,
    region: values.AWS_REGION,
    table: values.TEARLINE_TABLE,
    bucket: values.TEARLINE_BUCKET,
    maxWaitSeconds: values.TEARLINE_MAX_WAIT_SECONDS,
    maxUploadBytes: values.TEARLINE_MAX_UPLOAD_BYTES,
    maxPages: values.TEARLINE_MAX_PAGES,
    corsOrigins: values.TEARLINE_CORS_ORIGINS,
    plans: values.TEARLINE_PLANS,
    trainingInstance: values.TEARLINE_TRAINING_INSTANCE,
    parseMemoryMb: values.TEARLINE_PARSE_MEMORY_MB,
    parsePerTenant: values.TEARLINE_PARSE_PER_TENANT,
    ...(values.TEARLINE_MAX_RETAIN_DAYS === undefined ? {} : { maxRetainDays: values.TEARLINE_MAX_RETAIN_DAYS }),
    ...(values.TEARLINE_MAX_EXECUTIONS === undefined ? {} : { maxExecutions: values.TEARLINE_MAX_EXECUTIONS }),
    ...(values.TEARLINE_ESTIMATED_COST === undefined ? {} : { estimatedCost: values.TEARLINE_ESTIMATED_COST }),
    ...optional,
  };
};
