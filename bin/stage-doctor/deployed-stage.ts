/** `tearline doctor --stage prod`: whether a deployed stage is healthy. */
import { readable } from '../../adapters/aws/account/aws-account.ts';
import type { AwsAccount, StackState } from '../../adapters/aws/account/aws-account.ts';
import { isProtected } from '../../lib/settings.ts';
import type { StageSettings } from '../../lib/settings.ts';
import { asked } from './findings.ts';
import type { Finding } from './findings.ts';

/** Days before its end at which a certificate should have been renewed: ACM renews 60 days before. */
const CERTIFICATE_DAYS = 30;
const DAY_MS = 24 * 3600 * 1000;

/** What is asked over the internet, as a client of the service asks. */
export interface Site {
  /** The status of a GET. */
  status(url: string): Promise<number>;
  /** The end of the certificate that the host shows. */
  certificateEnd(host: string): Promise<Date>;
}

const STACK = 'stack';

const examineStack = (name: string, stack: StackState | undefined, settings: StageSettings): Finding[] => {
  const { stage } = settings;
  if (stack === undefined)
    return [
      {
        what: STACK,
        status: 'missing',
        found: `there is no ${name} in this region`,
        advice: `Deploy it, after \`npx tearline doctor --stage ${stage} --before\` has nothing missing`,
        command: `npx cdk deploy -c stage=${stage} -c first=true`,
      },
    ];
  const { status, reason } = stack;
  if (!/^(CREATE|UPDATE|UPDATE_ROLLBACK|IMPORT)_COMPLETE$/.test(status))
    return [
      {
        what: STACK,
        status: 'missing',
        found: `${status}${reason === undefined ? '' : `: ${reason}`}`,
        advice: status.endsWith('_IN_PROGRESS')
          ? 'Wait until the deployment has ended'
          : 'The first event that failed says why: docs/deploy.md, "What errors look like"',
        command: `aws cloudformation describe-stack-events --stack-name ${name} --query "StackEvents[?contains(ResourceStatus, 'FAILED')].[LogicalResourceId, ResourceStatusReason]" --output table`,
      },
    ];
  const protectedAsNeeded = stack.isProtected || !isProtected(settings);
  return [
    status === 'UPDATE_ROLLBACK_COMPLETE'
      ? { what: STACK, status: 'note', found: 'the last update failed and was rolled back' }
      : { what: STACK, status: 'ok', found: status },
    ...(protectedAsNeeded
      ? []
      : [
          {
            what: 'protection',
            status: 'note',
            found: 'stack, table and user pool can be deleted',
            advice: 'The first deployment turned the protection off. Deploy once more without `-c first=true`',
            command: `npx cdk deploy -c stage=${stage}`,
          } as const,
        ]),
  ];
};

const withStatus = async (what: string, url: string, site: Site): Promise<Finding> => {
  const status = await site.status(url);
  return { what, status: status === 200 ? 'ok' : 'missing', found: `${url} answers ${status}` };
};

const examineCertificate = async (what: string, url: string, site: Site, now: Date): Promise<Finding> => {
  const { hostname } = new URL(url);
  const end = await site.certificateEnd(hostname);
  const days = Math.floor((end.getTime() - now.getTime()) / DAY_MS);
  const found = `${hostname}: valid for ${days} more days`;
  return days >= CERTIFICATE_DAYS
    ? { what, status: 'ok', found }
    : {
        what,
        status: days < 0 ? 'missing' : 'note',
        found,
        advice: 'ACM has not renewed it: its DNS record for validation is missing',
      };
};

const examineEndpoint = async (account: AwsAccount, { stage, endpoint }: StageSettings): Promise<Finding> => {
  const name = `tearline-${stage}-${endpoint.mode}`;
  const status = await account.endpointStatus(name);
  return {
    what: 'endpoint of the model',
    status: status === 'InService' ? 'ok' : 'missing',
    found: `${name}: ${status}`,
  };
};

const examineAlarms = async (account: AwsAccount, { stage, alwaysOn }: StageSettings): Promise<Finding> => {
  const what = 'alarms';
  if (!alwaysOn.monitoring) return { what, status: 'ok', found: 'none: alwaysOn.monitoring is off' };
  const raised = await account.raisedAlarms(`tearline-${stage}-`);
  return raised.length === 0
    ? { what, status: 'ok', found: 'none is raised' }
    : { what, status: 'missing', found: raised.join(', '), advice: 'docs/operate.md has a section for each' };
};

const QUEUE = 'AWS::SQS::Queue';
/** Of logical ids. */
const DEAD_LETTERS = /Undelivered|DeadLetter/;

const examineQueues = async (account: AwsAccount, name: string): Promise<Finding> => {
  const queues = Object.entries(await account.resources(name, QUEUE)).filter(([id]) => DEAD_LETTERS.test(id));
  const counts = await Promise.all(queues.map(async ([id, url]) => ({ id, count: await account.messages(url) })));
  const filled = counts.filter(({ count }) => count > 0);
  const what = 'dead-letter queues';
  return filled.length === 0
    ? { what, status: 'ok', found: `${queues.length} queues, empty` }
    : {
        what,
        status: 'missing',
        found: filled.map(({ id, count }) => `${id}: ${count}`).join(', '),
        advice: 'docs/operate.md, "Redrive a dead-letter queue"',
      };
};

const examineSender = async (account: AwsAccount, settings: StageSettings): Promise<Finding> => {
  const identity = settings.mail?.domain;
  const what = 'SES: sender';
  if (identity === undefined) return { what, status: 'ok', found: 'the address in AdminEmail; not looked at' };
  const verified = await account.senderIsVerified(identity);
  return verified === true
    ? { what, status: 'ok', found: `${identity} is verified` }
    : {
        what,
        status: 'note',
        found: `${identity} is not verified`,
        advice: 'No mail is sent. Add the DKIM records that the SES console shows to the DNS of the domain',
      };
};

export interface DeployedStage {
  readonly account: AwsAccount;
  readonly site: Site;
  readonly settings: StageSettings;
  readonly now: Date;
}

/** Whether everything of the stage is there and answers. */
export const examineDeployment = async ({
  account,
  site,
  settings,
  now,
}: DeployedStage): Promise<readonly Finding[]> => {
  const name = `Tearline-${settings.stage}`;
  let stack: StackState | undefined;
  const first = await asked(
    STACK,
    async () => {
      stack = await account.stack(name);
      return examineStack(name, stack, settings);
    },
    readable,
  );
  if (stack === undefined) return first;
  const ask = (what: string, question: () => Promise<Finding>) => asked(what, question, readable);
  const { ApiUrl: api, WebUrl: web } = stack.outputs;
  const answers = await Promise.all([
    ...(api === undefined
      ? []
      : [
          ask('API', () => withStatus('API', `${api}health`, site)),
          ask('certificate of the API', () => examineCertificate('certificate of the API', api, site, now)),
        ]),
    ...(web === undefined
      ? []
      : [
          ask('web interface', () => withStatus('web interface', web, site)),
          ask('certificate of the web', () => examineCertificate('certificate of the web', web, site, now)),
        ]),
    ask('endpoint of the model', () => examineEndpoint(account, settings)),
    ask('alarms', () => examineAlarms(account, settings)),
    ask('dead-letter queues', () => examineQueues(account, name)),
    ask('SES: sender', () => examineSender(account, settings)),
  ]);
  return [...first, ...answers.flat()];
};
