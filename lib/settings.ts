/** Schema of a stage's settings. Each stage has a typed file in lib/settings/; lib/stages.ts lists them. */
import { RetentionDays } from 'aws-cdk-lib/aws-logs';
import { z } from 'zod';
import { plansSchema } from '../core/accounts/limits/plan.ts';
import { unitCostsSchema } from '../core/accounts/usage/unit-costs.ts';
import { isWebOrigin } from '../lambdas/api/cross-origin.ts';
import { domainSchema, hostingProblems, isWithin, webSchema } from './settings/hosting.ts';
import { problemsOf, type SettingsProblem } from './settings/settings-problem.ts';

/** Lambda's range, in MB. */
const memoryMb = z.int().min(128).max(10_240);
/** Construct ids of the functions with many concurrent executions per document or client. */
const RESERVABLE = ['Api', 'RenderApi', 'PublicApi', 'Parse', 'Inspect', 'ReadPages', 'BuildResults'] as const;

/** In `api.corsOrigins`: the origin at which the stage serves its web interface. */
export const WEB_INTERFACE = 'web-interface';

/** Pages of a scan whose chunks fit into the 256 KB of a Step Functions state (a test measures it). */
export const MAX_PAGES = 3000;

/** S3's limit for a body that is sent in one request, in bytes. */
const LARGEST_UPLOAD = 5 * 1024 ** 3;
const MIB = 1024 ** 2;

/** Characters of `plans` and `api.corsOrigins` in the environment of a function, which has 4 KB: the others take less than the rest. */
const MOST_CHARACTERS = 2200;

/** AWS's own processors: `ml.m7g.large`, `ml.c6gn.xlarge`. */
const GRAVITON = /^ml\.[a-z]+\d+g/;
/** Disks of the instance: `ml.m5d.large`, `ml.g5.xlarge`. */
const LOCAL_STORAGE = /^ml\.(?:[a-z]+\d+[a-z]*d|g[56]|p[45]|i\d|trn)/;

const instanceType = z
  .string()
  .regex(/^ml\.[a-z0-9]+\.[a-z0-9]+$/)
  .refine(
    (type) => !GRAVITON.test(type),
    'an instance with an x86 processor: the image of the model container is for it',
  );

const endpointSchema = z.discriminatedUnion('mode', [
  z.strictObject({
    mode: z.literal('serverless').describe('No instances and no costs while nothing is split'),
    memoryMb: z
      .literal([1024, 2048, 3072, 4096, 5120, 6144])
      .describe('Of one container; it also decides its processor'),
    maxConcurrency: z.int().min(1).max(200).describe('Requests at the same time; more wait and are retried'),
  }),
  z.strictObject({
    mode: z.literal('realtime').describe('No cold starts; the instances run all the time'),
    instanceType: instanceType.describe('Of the endpoint'),
    instanceCount: z.int().min(2, 'two, for fault tolerance').max(20).describe('Instances that run all the time'),
  }),
]);

/** An image of a private registry: account, region, repository. */
export const ECR_IMAGE =
  /^(?<account>\d{12})\.dkr\.ecr\.(?<region>[a-z0-9-]+)\.amazonaws\.com(?:\.cn)?\/(?<repository>[a-z0-9][a-z0-9._/-]*)(?::[\w.-]{1,128}|@sha256:[0-9a-f]{64})$/;

const modelImageSchema = z.union([
  z.strictObject({
    uri: z
      .string()
      .regex(ECR_IMAGE, 'an image in ECR with its tag or digest')
      .describe('The image of the model container, ready in ECR: nothing is built. Of the release that is deployed'),
  }),
  z.strictObject({
    baseImage: z
      .string()
      .regex(/^public\.ecr\.aws\/\S+@sha256:[0-9a-f]{64}$/, 'an image of ECR Public with its digest')
      .describe('The base image of the build by its digest, which no one can change'),
  }),
]);

const membersSchema = z.strictObject({
  stage: z
    .string()
    .regex(/^[a-z0-9]{1,12}$/)
    .refine(
      (stage) => !/aws|amazon|cognito/.test(stage),
      'without `aws`, `amazon` and `cognito`: Cognito takes them in no address of sign-in pages',
    )
    .describe('Part of every API key and of resource names; lower-case letters and digits'),
  architecture: z.enum(['arm64', 'x86_64']).describe('Processor of the functions and their native binaries'),
  data: z.strictObject({
    keptOnRemoval: z
      .boolean()
      .describe('Whether documents, rows, users and keys are retained when the stack is removed'),
    deletionProtection: z
      .boolean()
      .optional()
      .describe(
        'Whether stack, table and user pool refuse to be deleted. Absent: as `keptOnRemoval`. The first deployment turns ' +
          'it off by `-c first=true`, so that a failed one can be repeated',
      ),
    deletedFilesKeptDays: z
      .int()
      .min(1)
      .max(365)
      .describe('Days after which a deleted or overwritten file cannot be restored'),
    pointInTimeRecoveryDays: z.int().min(1).max(35).describe('Days to any second of which the table can be restored'),
    documentsKeptDays: z
      .int()
      .min(1)
      .max(3650)
      .optional()
      .describe(
        'Days after which a document and its results are deleted, unless the request asked for fewer. ' +
          'Absent: as the request asked, or never',
      ),
  }),
  logs: z.strictObject({
    keptDays: z
      .enum(RetentionDays)
      .refine((days) => days !== RetentionDays.INFINITE, 'logs must expire')
      .describe('Days after which logs, access logs and archived events are deleted; one of the periods of CloudWatch'),
    dataEvents: z
      .boolean()
      .describe(
        'Whether CloudTrail records who read or wrote which file and which row, in a bucket of its own, for `keptDays`. ' +
          '0.10 US dollars for 100,000 events, and their storage',
      ),
  }),
  limits: z.strictObject({
    maxUploadBytes: z
      .int()
      .min(1)
      .max(LARGEST_UPLOAD)
      .describe('Size of an upload; a plan may allow less. Below `functions.parsers.storageMb`'),
    maxPages: z
      .int()
      .min(1)
      .max(MAX_PAGES)
      .describe(
        'Pages of one document: the list of its chunks is passed between states, within the 256 KB of Step Functions',
      ),
    maxWaitSeconds: z
      .int()
      .min(0)
      .max(25)
      .describe(
        "Seconds that a request may wait for its result: API Gateway's timeout is 29 s, and within it the result " +
          'must ' +
          'also be fetched and sent',
      ),
  }),
  functions: z.strictObject({
    api: z.strictObject({
      memoryMb: memoryMb.describe('Of the function behind the API; more memory is also more processor'),
    }),
    parsers: z.strictObject({
      memoryMb: memoryMb.min(3008).describe('1,769 MB are one core; each parser process needs up to 1,200 MB'),
      storageMb: z.int().min(512).max(10_240).describe('/tmp, for the upload, its page images and its PDFs'),
    }),
    results: z
      .strictObject({
        memoryMb: memoryMb.min(512).describe('Of these functions'),
        storageMb: z.int().min(512).max(10_240).describe('/tmp, for the joined texts and the archive of a result'),
      })
      .describe('BuildResults and RenderApi: they join results, and wait for Parse'),
    boundaries: z
      .strictObject({ memoryMb: memoryMb.min(512).describe('Of these functions') })
      .describe(
        'FindBoundaries: page records in windows of 3.9 MB (docs/decisions/0019); PrepareTraining: a training of 1,000 ' +
          'documents needs 320 MB',
      ),
    light: z.strictObject({ memoryMb: memoryMb.describe('Of all other functions') }),
  }),
  parsing: z
    .strictObject({
      isolatedNetwork: z
        .boolean()
        .describe(
          'Whether Parse runs in a network of its own, from which only the bucket of documents can be reached. The network ' +
            'is free; its DNS firewall costs 0.60 US dollars for a million lookups',
        ),
      environmentPerTenant: z
        .boolean()
        .describe(
          'Whether an execution environment of Parse serves one account only, by the tenant isolation of Lambda. Lambda ' +
            'charges for each environment that it creates; not in Asia Pacific (New Zealand), GovCloud and China',
        ),
      models: z
        .string()
        .min(1)
        .optional()
        .describe(
          'Folder of the optional models, such as .tearline/models after `npx tearline models install`: they are packed ' +
            'with Parse, which then reads handwriting. Absent: handwriting is found, and not read',
        ),
    })
    .describe('The function Parse, which opens documents'),
  reservedConcurrency: z
    .partialRecord(z.enum(RESERVABLE), z.int().min(1).max(1000))
    .optional()
    .describe(
      'Reserved concurrent executions of a function, which are also its maximum. The other functions share the rest ' +
        'of ' +
        "the account's quota, of which AWS requires 100 to stay unreserved",
    ),
  pipeline: z
    .strictObject({
      documents: z
        .int()
        .min(1)
        .max(5000)
        .describe('Documents that are processed at a time; further ones wait, and accounts take turns'),
      chunksPerDocument: z
        .int()
        .min(1)
        .max(100)
        .describe(
          'Chunks of one document that are read at a time. Each holds two executions of Lambda: documents × chunks × 2 ' +
            'executions, and those of the API, should fit into the quota; what Lambda refuses is retried for an hour',
        ),
    })
    .describe('How much is processed at a time (docs/decisions/0026)'),
  endpoint: endpointSchema,
  modelImage: modelImageSchema
    .optional()
    .describe('Absent: CodeBuild builds the image of the model container on the base image that the Dockerfile names'),
  training: z.strictObject({
    instanceType: instanceType
      .refine(
        (type) => !LOCAL_STORAGE.test(type),
        'an instance without local storage, for which SageMaker takes no key of a volume',
      )
      .describe('Of trainings; a spot instance, paid while it trains'),
  }),
  api: z.strictObject({
    corsOrigins: z
      .array(z.string().refine((text) => text === WEB_INTERFACE || isWebOrigin(text), `an origin or ${WEB_INTERFACE}`))
      .optional()
      .describe(
        'Origins whose web pages may call the API (CORS), such as https://app.example.com; `web-interface` is that of ' +
          "the stage's own web interface. Absent: none",
      ),
    requestsPerSecond: z.int().min(1).describe('Of all clients together; more are answered 429'),
    burst: z.int().min(1).describe('Requests above that rate for a moment'),
    requestsPerAddress: z
      .int()
      .min(10)
      .describe('Requests in five minutes from one IP address; a backstop, not the rate limit of a plan'),
  }),
  web: webSchema.optional().describe('The web interface'),
  domain: domainSchema.optional(),
  plans: plansSchema
    .optional()
    .describe('Plans beside `free`, `standard` and `unlimited`, by name; a built-in name is replaced'),
  estimatedCost: unitCostsSchema
    .optional()
    .describe(
      'What a document costs you, for the estimate that the owners of accounts see in their usage; ' +
        '`npm run cost -- --unit-costs` calculates it. Absent: no cost is estimated',
    ),
  alwaysOn: z
    .strictObject({
      firewall: z.boolean().describe('The rate rules before the API; 7 US dollars a month, even without traffic'),
      monitoring: z.boolean().describe('The dashboard and the alarms with their mails; 10.40 US dollars a month'),
    })
    .describe('Parts with a monthly price that does not depend on usage'),
  mail: z
    .strictObject({
      from: z.email().describe('The address in From'),
      domain: z.string().min(4).describe('The domain that SES verifies'),
    })
    .refine(({ from, domain }) => isWithin(domainOf(from).toLowerCase(), domain.toLowerCase()), {
      path: ['from'],
      message: 'an address of `mail.domain`: SES sends from no other',
    })
    .optional()
    .describe(
      'Sender and its domain, to be verified in SES. Absent: the sender is the address of the parameter AdminEmail',
    ),
  senderIdentity: z
    .literal('existing')
    .optional()
    .describe(
      'The sender identity exists in SES: another stage of the AWS account or a person created it; the stack does ' +
        'not ' +
        'change it. Absent: the stack creates it',
    ),
  runbook: z.string().min(1).describe('URL or path of docs/operate.md: alarms link to its headings'),
  budget: z
    .strictObject({
      monthlyUsd: z
        .number()
        .positive()
        .describe('US dollars a month; mails at 80 % of it, and when the forecast exceeds it'),
      mailTo: z.email().describe('Who gets these mails'),
    })
    .optional(),
});

const domainOf = (address: string): string => address.slice(address.lastIndexOf('@') + 1);

/** What members say together that no deployment can do: the member, and why. */
const sizeProblems = ({
  limits: { maxUploadBytes },
  functions: { parsers },
  plans = {},
  api: { corsOrigins = [] },
}: z.infer<typeof membersSchema>): SettingsProblem[] => {
  const characters = JSON.stringify(plans).length + corsOrigins.join().length;
  return problemsOf([
    [
      maxUploadBytes >= parsers.storageMb * MIB,
      ['functions', 'parsers', 'storageMb'],
      'has no room for an upload of limits.maxUploadBytes',
    ],
    [
      characters > MOST_CHARACTERS,
      ['plans'],
      `takes ${characters} characters with api.corsOrigins: the environment of a function has room for ${MOST_CHARACTERS}`,
    ],
  ]);
};

export const stageSettingsSchema = membersSchema.superRefine((settings, context) => {
  for (const problem of [...hostingProblems(settings), ...sizeProblems(settings)])
    context.addIssue({ code: 'custom', ...problem });
});

export type StageSettings = z.infer<typeof stageSettingsSchema>;

/** The stage is unknown, or its settings are invalid. */
export class StageSettingsError extends Error {
  override readonly name = 'StageSettingsError';
}

/** Whether stack, table and user pool of the stage refuse to be deleted. */
export const isProtected = ({ data }: StageSettings): boolean => data.deletionProtection ?? data.keptOnRemoval;

/** @throws StageSettingsError that names every invalid member */
export const checkStageSettings = (settings: unknown): StageSettings => {
  const checked = stageSettingsSchema.safeParse(settings);
  if (!checked.success) throw new StageSettingsError(z.prettifyError(checked.error), { cause: checked.error });
  return checked.data;
};
