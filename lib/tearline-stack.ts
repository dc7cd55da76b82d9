/**
 * All resources of one stage. A single stack, so that `cdk deploy` needs no stack name; API Gateway is nested in it.
 */
import { Aws, CfnOutput, CfnParameter, Fn, Stack, Tags } from 'aws-cdk-lib';
import type { StackProps } from 'aws-cdk-lib';
import type { Construct } from 'constructs';
import { ApiStack } from './api-stack.ts';
import { ApiFunctions } from './constructs/api/api-functions.ts';
import { Budget } from './constructs/operations/budget.ts';
import { DataAccess } from './constructs/data/data-access.ts';
import { DataKey } from './constructs/data/data-key.ts';
import { DataEvents } from './constructs/operations/data-events.ts';
import { DataTable } from './constructs/data/data-table.ts';
import { DocumentPipeline } from './constructs/functions/document-pipeline.ts';
import { logEmptying } from './constructs/data/emptying.ts';
import { EventBus } from './constructs/operations/events.ts';
import { Administrator, Identity } from './constructs/api/identity.ts';
import { Mail } from './constructs/operations/mail.ts';
import { ModelImage } from './constructs/model/model-image.ts';
import { Monitoring } from './constructs/operations/monitoring.ts';
import { Operations } from './constructs/operations/operations.ts';
import { ParseFunction } from './constructs/functions/parse-function.ts';
import type { FunctionPlatform, ServiceFunction } from './constructs/functions/service-function.ts';
import { SplitEndpoint } from './constructs/model/split-endpoint.ts';
import { Storage } from './constructs/data/storage.ts';
import { TrainingJobs } from './constructs/model/training-jobs.ts';
import { Migrations } from './constructs/model/migrations.ts';
import { Training } from './constructs/model/training.ts';
import { Webhooks } from './constructs/operations/webhooks.ts';
import { SiteFiles } from './constructs/web/site-files.ts';
import type { SiteFilesProps } from './constructs/web/site-files.ts';
import type { Site } from './constructs/web/site.ts';
import { WebDistribution } from './constructs/web/web-distribution.ts';
import type { WebDistributionProps } from './constructs/web/web-distribution.ts';
import { WebGateway } from './constructs/web/web-gateway.ts';
import type { WebHost } from './constructs/web/web-host.ts';
import { RELEASE } from '../core/release.ts';
import { isProtected, WEB_INTERFACE } from './settings.ts';
import type { StageSettings } from './settings.ts';

export interface TearlineStackProps extends StackProps {
  readonly settings: StageSettings;
  /** Folders of the built packages. */
  readonly packages: FunctionPlatform['packages'];
  /** The built web interface. */
  readonly site: Site;
}

export class TearlineStack extends Stack {
  constructor(scope: Construct, id: string, { settings, packages, site, ...props }: TearlineStackProps) {
    super(scope, id, {
      description: `Tearline ${settings.stage}: document splitting`,
      terminationProtection: isProtected(settings),
      ...props,
    });
    const admin = new Administrator(this, 'Administrator', adminParameter(this));
    const { key } = new DataKey(this, 'DataKey', settings);
    const storage = new Storage(this, 'Storage', { settings, key });
    const table = new DataTable(this, 'Table', { settings, key });
    if (settings.logs.dataEvents) new DataEvents(this, 'DataEvents', { settings, key, storage, table });
    const platform: FunctionPlatform = {
      settings,
      key,
      packages,
      environment: { TEARLINE_TABLE: table.table.tableName, TEARLINE_BUCKET: storage.documents.bucketName },
    };
    const access = new DataAccess(this, 'Access', { key, storage, table });
    const events = new EventBus(this, 'Events', settings);
    const web = this.#addWeb({ settings, storage, site, connectSources: connectSourcesOf(settings) });
    const mail = new Mail(this, 'Mail', { platform, access, admin, webUrl: web?.url });
    const image = new ModelImage(this, 'ModelImage', { settings, key });
    const endpoint = new SplitEndpoint(this, 'SplitEndpoint', { settings, key, image, storage });
    const parse = new ParseFunction(this, 'Parsing', { platform, storage });
    const pipeline = new DocumentPipeline(this, 'Pipeline', { platform, access, endpoint, parse, events });
    const jobs = new TrainingJobs(this, 'TrainingJobs', { settings, key, image, storage });
    const training = new Training(this, 'Training', { platform, access, endpoint, events, mail, jobs });
    const trainWorkflow = training.machine;
    const migrations = new Migrations(this, 'Migrations', {
      platform,
      access,
      endpoint,
      events,
      mail,
      jobs,
      trainWorkflow,
    });
    const machines = { pipeline, trainWorkflow };
    const identity = new Identity(this, 'Identity', { settings, admin, webUrl: web?.url });
    const corsOrigins = originsOf(settings, web?.url);
    storage.allowOrigins(originsOf(settings, web?.origin));
    const functions = new ApiFunctions(this, 'ApiFunctions', {
      platform,
      corsOrigins,
      access,
      identity,
      ...machines,
      endpoint,
      parse,
      jobs,
    });
    // A verification is published by the request that makes it.
    events.allowPublish(functions.api);
    const operations = new Operations(this, 'Operations', {
      platform,
      access,
      events,
      mail,
      identity,
      jobs,
      ...machines,
      migrateWorkflows: migrations.machine,
    });
    const webhooks = new Webhooks(this, 'Webhooks', { platform, access, events });
    const api = new ApiStack(this, 'Gateway', { settings, key, functions, corsOrigins });
    this.#addSiteFiles({ settings, key, site, web, identity, storage, apiUrl: api.url });
    logEmptying(this, { settings, key });
    if (settings.alwaysOn.monitoring) {
      new Monitoring(this, 'Monitoring', {
        settings,
        key,
        admin,
        table,
        endpointName: endpoint.endpointName,
        resumeUnfinished: operations.resumeUnfinished,
        functions: functionsOf({ parse, pipeline, training, migrations, functions, operations, mail, webhooks }),
        machines: {
          'process-document': pipeline.machine,
          'train-workflow': trainWorkflow,
          'migrate-workflows': migrations.machine,
        },
      });
    }
    if (settings.budget !== undefined) new Budget(this, 'Budget', { stage: settings.stage, ...settings.budget });
    this.#addOutput('ApiUrl', api.url, 'Where the API answers');
    if (web !== undefined) this.#addOutput('WebUrl', web.url, 'Where the web interface is served');
    this.#addRecords(settings, { api: api.target, web: web?.target });
    this.#addOutput(
      'CreateKeyCommand',
      createKeyCommand(operations.createKey.function.functionName, admin),
      'Makes the first API key and shows it once',
    );
    // Cost allocation tags, which must be activated once in the billing console.
    Tags.of(this).add('tearline-stage', settings.stage);
    Tags.of(this).add('application', 'tearline');
  }

  /** The hosting of the web interface that the settings choose. */
  #addWeb(props: WebDistributionProps): WebHost | undefined {
    const { web, domain } = props.settings;
    if (web?.hosting === 'none') return undefined;
    if (web?.hosting !== 's3') return new WebDistribution(this, 'Web', props);
    if (domain?.web === undefined) throw new Error('The settings were not checked: web.hosting s3 needs domain.web.');
    return new WebGateway(this, 'Web', { ...props, host: domain.web });
  }

  /** The files of the web interface, where it is hosted and people can sign in. */
  #addSiteFiles({ settings, key, site, web, identity, storage, apiUrl }: SiteFilesOptions): void {
    if (web === undefined || identity.signIn === undefined) return;
    const { webSettings, connectSources } = identity.signIn;
    new SiteFiles(this, 'SiteFiles', {
      settings,
      key,
      site,
      bucket: web.bucket,
      metadata: web.metadata,
      config: { api_url: apiUrl, sign_in: 'oidc', version: RELEASE, oidc: webSettings },
      connectSources: [apiUrl, `https://${storage.documents.bucketRegionalDomainName}`, ...connectSources],
    });
  }

  /** Outputs for records of own domains that the stack does not create. */
  #addRecords({ domain }: StageSettings, targets: Readonly<Record<'api' | 'web', string | undefined>>): void {
    for (const [name, host, target] of [
      ['ApiRecord', domain?.api, targets.api],
      ['WebRecord', domain?.web, targets.web],
    ] as const)
      if (host !== undefined && host.hostedZone === undefined && target !== undefined)
        this.#addOutput(name, `${host.name} CNAME ${target}`, 'The record to create where the domain is managed');
  }

  #addOutput(name: string, value: string, description: string): void {
    new CfnOutput(this, name, { value, description });
  }
}

interface SiteFilesOptions extends Pick<SiteFilesProps, 'settings' | 'key' | 'site'> {
  /** Absent where the web interface is not hosted. */
  readonly web: WebHost | undefined;
  readonly identity: Identity;
  readonly storage: Storage;
  readonly apiUrl: string;
}

interface FunctionOwners {
  readonly parse: ParseFunction;
  readonly pipeline: DocumentPipeline;
  readonly training: Training;
  readonly migrations: Migrations;
  readonly functions: ApiFunctions;
  readonly operations: Operations;
  readonly mail: Mail;
  readonly webhooks: Webhooks;
}

/** The functions that are watched. */
const functionsOf = (owners: FunctionOwners): readonly ServiceFunction[] => {
  const { parse, pipeline, training, migrations, functions, operations, mail, webhooks } = owners;
  return [
    parse.parse,
    ...[pipeline, training, migrations].flatMap(({ steps }) => Object.values(steps)),
    functions.api,
    functions.renderApi,
    functions.publicApi,
    functions.authorizer,
    operations.createKey,
    operations.manageAccounts,
    operations.resumeUnfinished,
    mail.feedback,
    webhooks.deliver,
  ];
};

/**
 * Where the API, its bucket and the user pool can be: their names depend on the distribution's. index.html names them
 * exactly.
 */
const HOSTS_OF_THE_REGION = [
  `https://*.execute-api.${Aws.REGION}.${Aws.URL_SUFFIX}`,
  `https://*.s3.${Aws.REGION}.${Aws.URL_SUFFIX}`,
  `https://cognito-idp.${Aws.REGION}.${Aws.URL_SUFFIX}`,
  `https://*.auth.${Aws.REGION}.amazoncognito.com`,
];

const connectSourcesOf = ({ domain }: StageSettings): readonly string[] => [
  ...HOSTS_OF_THE_REGION,
  ...(domain?.api === undefined ? [] : [`https://${domain.api.name}`]),
];

/** Origins whose pages may call the API. @param web  that of the web interface; absent where there is none */
const originsOf = ({ api }: StageSettings, web: string | undefined): string[] =>
  (api.corsOrigins ?? []).flatMap((origin) => (origin === WEB_INTERFACE ? (web ?? []) : origin));

const adminParameter = (scope: Construct): CfnParameter =>
  new CfnParameter(scope, 'AdminEmail', {
    type: 'String',
    default: '',
    // No quotes: the address is part of a command that is pasted into a shell.
    allowedPattern: `^$|^[^@\\s'"\\\\]+@[^@\\s'"\\\\]+\\.[^@\\s'"\\\\]+$`,
    constraintDescription: 'An e-mail address without quotes, or nothing.',
    description:
      "The first administrator: gets a password for the web interface, the alarms' mails, and, unless the settings " +
      "name a domain, sends the service's mails.",
  });

/** The command that creates the first API key. Mail about the first account goes to the first administrator, if any. */
const createKeyCommand = (functionName: string, admin: Administrator): string => {
  const payload = Fn.conditionIf(admin.given.logicalId, `{"email":"${admin.address}"}`, '{}').toString();
  return (
    `aws lambda invoke --function-name ${functionName} --cli-binary-format raw-in-base64-out --payload ` +
    `'${payload}' /dev/stdout`
  );
};
