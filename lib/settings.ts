/** What a stage may set. One typed file a stage in lib/settings/; lib/stages.ts lists them. */
import { RetentionDays } from 'aws-cdk-lib/aws-logs';
import { z } from 'zod';

/** Lambda's bounds, in MB. */
const memoryMb = z.int().min(128).max(10_240);
/** Functions of which a document, or whoever waits for it, takes many at a time: by their names in the constructs. */
const RESERVABLE = ['Api', 'RenderApi', 'Inspect', 'ReadPages', 'BuildResults'] as const;

/** Pages of a scan whose chunks fit into a state of Step Functions (a test measures it). */
export const MOST_PAGES = 3000;

const endpointSchema = z.discriminatedUnion('mode', [
  z.strictObject({
    mode: z.literal('serverless').describe('Nothing runs and nothing costs while nobody splits'),
    memoryMb: z.literal([1024, 2048, 3072, 4096, 5120, 6144]),
    maxConcurrency: z.int().min(1).max(200),
  }),
  z.strictObject({
    mode: z.literal('realtime').describe('No cold start; the instances run day and night'),
    instanceType: z.string().regex(/^ml\.[a-z0-9]+\.[a-z0-9]+$/),
    instanceCount: z.int().min(2, 'two, so that one may fail').max(20),
  }),
]);

export const stageSettingsSchema = z.strictObject({
  stage: z
    .string()
    .regex(/^[a-z0-9]{1,12}$/)
    .describe('Part of every API key and of names; lower-case letters and digits'),
  architecture: z.enum(['arm64', 'x86_64']).describe('Of the functions and their native binaries'),
  data: z.strictObject({
    keptOnRemoval: z.boolean().describe('Whether documents, rows, users and keys survive the removal of the stack'),
    deletedFilesKeptDays: z
      .int()
      .min(1)
      .max(365)
      .describe('Days after which a deleted or overwritten file is gone for good'),
    pointInTimeRecoveryDays: z.int().min(1).max(35),
    documentsKeptDays: z
      .int()
      .min(1)
      .max(3650)
      .optional()
      .describe(
        'Days after which a document is deleted with its results, where its sender did not ask for fewer. Absent: as its sender asks, or never',
      ),
  }),
  logs: z.strictObject({
    keptDays: z.enum(RetentionDays).refine((days) => days !== RetentionDays.INFINITE, 'logs must end'),
  }),
  limits: z.strictObject({
    maxUploadBytes: z.int().min(1),
    maxPages: z
      .int()
      .min(1)
      .max(MOST_PAGES)
      .describe(
        'Of one document: what deals them out travels between the steps, in the 256 KB that Step Functions carries',
      ),
    maxWaitSeconds: z
      .int()
      .min(0)
      .max(25)
      .describe(
        "What a request may wait for its result: API Gateway's own limit is 29 s, and the result has to be fetched and sent within it",
      ),
  }),
  functions: z.strictObject({
    api: z.strictObject({ memoryMb }),
    parsers: z.strictObject({
      memoryMb: memoryMb.min(3008).describe('1,769 MB are one core; the parser child has 2 GB and more of its own'),
      storageMb: z.int().min(512).max(10_240).describe('/tmp: the upload, its page images and its PDFs'),
    }),
    boundaries: z
      .strictObject({ memoryMb: memoryMb.min(512) })
      .describe('FindBoundaries: page records of 128 pages at a time, 310 MB for the heaviest'),
    light: z.strictObject({ memoryMb }),
  }),
  reservedConcurrency: z
    .partialRecord(z.enum(RESERVABLE), z.int().min(1).max(1000))
    .optional()
    .describe(
      "Executions at once that are set aside for a function, and its most. Others share what is left of the account's quota, of which AWS keeps 100",
    ),
  endpoint: endpointSchema,
  training: z.strictObject({
    instanceType: z.string().regex(/^ml\.[a-z0-9]+\.[a-z0-9]+$/),
  }),
  api: z.strictObject({
    requestsPerSecond: z.int().min(1),
    burst: z.int().min(1),
    requestsPerAddress: z
      .int()
      .min(10)
      .describe('In five minutes from one address; a backstop, not the rate limit of a plan'),
  }),
  alwaysOn: z
    .strictObject({
      firewall: z.boolean().describe('The rate rule before the API; 6 US dollars a month, used or not'),
      monitoring: z.boolean().describe('The dashboard and the alarms with their mails; 8.50 US dollars a month'),
    })
    .describe('What is paid for by the month, whether anybody splits anything or not'),
  mail: z
    .strictObject({ from: z.email(), domain: z.string().min(4) })
    .optional()
    .describe('Sender and its domain, to be verified in SES. Absent: the address of the parameter AdminEmail sends'),
  senderIdentity: z
    .literal('existing')
    .optional()
    .describe(
      'SES knows the sender already: another stage of the account made it, or a person did; the stack then leaves it alone. Absent: the stack makes it',
    ),
  runbook: z.string().min(1).describe('Where docs/operate.md is read: alarms link to its headings'),
  budget: z.strictObject({ monthlyUsd: z.number().positive(), mailTo: z.email() }).optional(),
});

export type StageSettings = z.infer<typeof stageSettingsSchema>;

/** A stage is unknown, or its file says what cannot be. */
export class StageSettingsError extends Error {
  override readonly name = 'StageSettingsError';
}

/** @throws StageSettingsError that names every member that is wrong */
export const checkStageSettings = (settings: unknown): StageSettings => {
  const checked = stageSettingsSchema.safeParse(settings);
  if (!checked.success) throw new StageSettingsError(z.prettifyError(checked.error), { cause: checked.error });
  return checked.data;
};
