/** `tearline doctor --stage prod --before`: what an AWS account lacks for the first deployment of a stage. */
import { readable } from '../../adapters/aws/account/aws-account.ts';
import type { AwsAccount, Quota } from '../../adapters/aws/account/aws-account.ts';
import type { StageSettings } from '../../lib/settings.ts';
import { asked } from './findings.ts';
import type { Finding } from './findings.ts';

/** Of CDK's templates; a test compares it with the one of this stack. */
export const LEAST_BOOTSTRAP = 6;
/** Lambda keeps so many executions unreserved. */
const UNRESERVED = 100;
/** The largest memory of a function in many new accounts, in MB. */
const NEW_ACCOUNT_MEMORY = 3008;
const COMFORTABLE_CONCURRENCY = 1000;

interface QuotaNeed {
  readonly what: string;
  readonly service: string;
  /** Of the quota's name. */
  readonly name: RegExp;
  readonly least: number;
  /** What happens without it. */
  readonly without: string;
  /** The deployment succeeds without it. */
  readonly later?: true;
  readonly instead?: string;
  readonly region?: string;
}

const pattern = (text: string): RegExp => new RegExp(`^${text.replaceAll('.', '\\.')}$`, 'i');

const endpointNeeds = ({ endpoint }: StageSettings): QuotaNeed[] =>
  endpoint.mode === 'serverless'
    ? [
        {
          what: 'SageMaker: serverless concurrency',
          service: 'sagemaker',
          name: /concurrency.*serverless|serverless.*concurrency/i,
          least: endpoint.maxConcurrency,
          without: 'ResourceLimitExceeded',
          instead: 'lower endpoint.maxConcurrency',
        },
        {
          what: 'SageMaker: serverless memory, MB',
          service: 'sagemaker',
          name: /memory.*serverless|serverless.*memory/i,
          least: endpoint.memoryMb,
          without: 'ResourceLimitExceeded',
          instead: 'lower endpoint.memoryMb',
        },
      ]
    : [
        {
          what: `SageMaker: ${endpoint.instanceType} for endpoints`,
          service: 'sagemaker',
          name: pattern(`${endpoint.instanceType} for endpoint usage`),
          least: endpoint.instanceCount,
          without: 'ResourceLimitExceeded',
        },
      ];

/** The quotas of Service Quotas that the settings need. */
export const quotaNeeds = (settings: StageSettings): QuotaNeed[] => [
  ...endpointNeeds(settings),
  {
    what: `SageMaker: ${settings.training.instanceType} for spot trainings`,
    service: 'sagemaker',
    name: pattern(`${settings.training.instanceType} for spot training job usage`),
    least: 1,
    without: 'the stage is deployed; its first training fails with ResourceLimitExceeded',
    later: true,
  },
  ...(settings.modelImage !== undefined && 'uri' in settings.modelImage
    ? []
    : [
        {
          what: 'CodeBuild: concurrent builds',
          service: 'codebuild',
          name: /^Concurrently running builds for Linux\/Small environment$/i,
          least: 1,
          without: 'Cannot have more than 0 builds in queue for the account',
          instead: 'build the image elsewhere and name it in modelImage.uri',
        },
      ]),
  ...((settings.web?.hosting ?? 'cloudfront') === 'cloudfront'
    ? [
        {
          what: 'CloudFront: distributions',
          service: 'cloudfront',
          name: /distributions per (AWS )?account$/i,
          least: 1,
          without: 'Your account must be verified before you can add new CloudFront resources',
          instead: 'set web.hosting to none or s3',
          region: 'us-east-1',
        },
      ]
    : []),
];

const examineQuota = (need: QuotaNeed, quotas: readonly Quota[]): Finding => {
  const { what, service, name, least, without, later, instead, region } = need;
  const needed = String(least);
  const quota = quotas.find((each) => name.test(each.name));
  if (quota === undefined)
    return { what, status: 'unknown', found: `Service Quotas lists none of this name for ${service}`, needed };
  if (quota.value >= least) return { what, status: 'ok', found: String(quota.value), needed };
  return {
    what,
    status: later === true ? 'note' : 'missing',
    found: String(quota.value),
    needed,
    advice: `Without it: ${without}. Ask for it${instead === undefined ? '' : `, or ${instead}`}`,
    command: `aws service-quotas request-service-quota-increase --service-code ${service} --quota-code ${quota.code} --desired-value ${needed}${region === undefined ? '' : ` --region ${region}`}`,
  };
};

const examineQuotas = async (account: AwsAccount, settings: StageSettings): Promise<readonly Finding[]> => {
  const needs = quotaNeeds(settings);
  const services = [...new Set(needs.map(({ service }) => service))];
  const found = await Promise.all(
    services.map((service) =>
      asked(
        `quotas of ${service}`,
        async () => {
          const quotas = await account.quotas(service);
          return needs.filter((need) => need.service === service).map((need) => examineQuota(need, quotas));
        },
        readable,
      ),
    ),
  );
  return found.flat();
};

const examineConcurrency = async (account: AwsAccount, settings: StageSettings): Promise<Finding> => {
  const { total, unreserved } = await account.lambdaConcurrency();
  const reserved = Object.values(settings.reservedConcurrency ?? {}).reduce<number>((sum, each) => sum + each, 0);
  const what = 'Lambda: concurrent executions';
  const found = `${total}, of which ${unreserved} are not reserved`;
  const command = `aws service-quotas request-service-quota-increase --service-code lambda --quota-code L-B99A9384 --desired-value ${Math.max(COMFORTABLE_CONCURRENCY, total + reserved)}`;
  if (reserved > 0 && unreserved < reserved + UNRESERVED)
    return {
      what,
      status: 'missing',
      found,
      needed: `${reserved + UNRESERVED} that are not reserved`,
      advice: 'Ask for more, or remove reservedConcurrency from the settings of the stage until you have them',
      command,
    };
  if (total < UNRESERVED)
    return {
      what,
      status: 'note',
      found,
      advice: 'It works, and long documents take long: steps wait for each other. Ask for more',
      command,
    };
  return {
    what,
    status: 'ok',
    found,
    ...(reserved > 0 ? { needed: `${reserved + UNRESERVED} that are not reserved` } : {}),
  };
};

/** AWS has no call that tells the largest memory of a function. */
const examineMemory = ({ functions }: StageSettings): Finding => {
  const largest = Math.max(...Object.values(functions).map(({ memoryMb }) => memoryMb));
  const what = 'Lambda: memory of a function, MB';
  return largest <= NEW_ACCOUNT_MEMORY
    ? { what, status: 'ok', found: `${NEW_ACCOUNT_MEMORY} in every account`, needed: String(largest) }
    : {
        what,
        status: 'note',
        found: `AWS does not tell; many new accounts have ${NEW_ACCOUNT_MEMORY}`,
        needed: String(largest),
        advice:
          'If the deployment ends with "\'MemorySize\' value failed to satisfy constraint", ask AWS Support for ' +
          `${largest} MB, or set functions.parsers.memoryMb to ${NEW_ACCOUNT_MEMORY}`,
      };
};

const examineBootstrap = async (account: AwsAccount, { stage }: StageSettings): Promise<Finding> => {
  const what = 'CDK bootstrap';
  const needed = `version ${LEAST_BOOTSTRAP}`;
  const command = `npx cdk bootstrap -c stage=${stage}`;
  const version = Number((await account.stack('CDKToolkit'))?.outputs['BootstrapVersion'] ?? Number.NaN);
  if (Number.isNaN(version))
    return { what, status: 'missing', found: 'none in this region', needed, advice: 'Bootstrap once', command };
  return version < LEAST_BOOTSTRAP
    ? { what, status: 'missing', found: `version ${version}`, needed, advice: 'Bootstrap again', command }
    : { what, status: 'ok', found: `version ${version}`, needed };
};

const examineMail = async (account: AwsAccount): Promise<Finding> => {
  const { isInSandbox, isEnabled, perDay } = await account.mail();
  const what = 'SES: sending';
  if (!isEnabled)
    return { what, status: 'note', found: 'switched off', advice: 'The service sends no mail. See the SES console' };
  return isInSandbox
    ? {
        what,
        status: 'note',
        found: `sandbox: ${perDay} mails a day, to verified addresses only`,
        advice: 'Mails about trainings reach nobody else. Ask for production access',
        command:
          'aws sesv2 put-account-details --production-access-enabled --mail-type TRANSACTIONAL --website-url https://YOUR.SITE --use-case-description "Notifications about document processing to our own users"',
      }
    : { what, status: 'ok', found: `${perDay} mails a day` };
};

const examineSender = async (account: AwsAccount, settings: StageSettings, isDeployed: boolean): Promise<Finding[]> => {
  const identity = settings.mail?.domain;
  const what = 'SES: sender';
  if (identity === undefined)
    return [{ what, status: 'ok', found: 'the address in AdminEmail, which SES asks to confirm at the deployment' }];
  const verified = await account.senderIsVerified(identity);
  const found =
    verified === undefined ? `${identity} is not in SES` : `${identity} is ${verified ? '' : 'not '}verified`;
  const isOurs = settings.senderIdentity !== 'existing';
  if (isOurs && verified !== undefined && !isDeployed)
    return [
      {
        what,
        status: 'missing',
        found,
        needed: 'not in SES',
        advice: "The deployment would end with `already exists`: set senderIdentity: 'existing' in the settings",
      },
    ];
  if (!isOurs && verified !== true)
    return [{ what, status: 'missing', found, needed: 'verified', advice: 'Verify it in the SES console' }];
  return [{ what, status: 'ok', found }];
};

/** Where the first call cannot be made, no other can: the rest is not asked. */
const examineIdentity = async (account: AwsAccount): Promise<readonly Finding[]> => {
  try {
    const region = await account.region();
    const { account: number, arn } = await account.identity();
    return [
      { what: 'region', status: 'ok', found: region },
      { what: 'AWS account', status: 'ok', found: `${number} as ${arn}` },
    ];
  } catch (error) {
    const found = readable(error);
    const isRegion = /region/i.test(found);
    return [
      {
        what: isRegion ? 'region' : 'AWS account',
        status: 'missing',
        found,
        advice: isRegion
          ? 'Say where to deploy'
          : 'Sign in to the AWS account, and check the connection. Nothing else was asked',
        command: isRegion ? 'export AWS_REGION=eu-west-1' : 'aws sso login   # or: export AWS_PROFILE=…',
      },
    ];
  }
};

/** Everything that the first deployment of the stage needs of the account. */
export const examineAccount = async (account: AwsAccount, settings: StageSettings): Promise<readonly Finding[]> => {
  const identity = await examineIdentity(account);
  if (identity.some(({ status }) => status === 'missing')) return identity;
  const ask = (what: string, question: () => Promise<Finding | readonly Finding[]>) => asked(what, question, readable);
  const name = `Tearline-${settings.stage}`;
  const answers = await Promise.all([
    ask('CDK bootstrap', () => examineBootstrap(account, settings)),
    ask('Lambda: concurrent executions', () => examineConcurrency(account, settings)),
    Promise.resolve([examineMemory(settings)]),
    examineQuotas(account, settings),
    ask('SES: sending', () => examineMail(account)),
    ask('SES: sender', async () => examineSender(account, settings, (await account.stack(name)) !== undefined)),
  ]);
  return [...identity, ...answers.flat()];
};
