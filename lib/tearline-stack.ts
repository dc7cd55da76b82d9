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
import { DataTable } from './constructs/data/data-table.ts';
import { DocumentPipeline } from './constructs/functions/document-pipeline.ts';
import { EventBus } from './constructs/operations/events.ts';
import { Administrator, Identity } from './constructs/api/identity.ts';
import { Mail } from './constructs/operations/mail.ts';
import { ModelImage } from './constructs/model/model-image.ts';
import { Monitoring } from './constructs/operations/monitoring.ts';
import { Operations } from './constructs/operations/operations.ts';
import { ParseFunction } from './constructs/functions/parse-function.ts';
import type { FunctionPlatform } from './constructs/functions/service-function.ts';
import { SplitEndpoint } from './constructs/model/split-endpoint.ts';
import { Storage } from './constructs/data/storage.ts';
import { TrainingJobs } from './constructs/model/training-jobs.ts';
import { Migrations } from './constructs/model/migrations.ts';
import { Training } from './constructs/model/training.ts';
import { Webhooks } from './constructs/operations/webhooks.ts';
import { SiteFiles } from './constructs/web/site-files.ts';
import type { Site } from './constructs/web/site.ts';
import { WebHosting } from './constructs/web/web-hosting.ts';
import { RELEASE } from '../core/release.ts';
import { WEB_INTERFACE } from './settings.ts';
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
      terminationProtection: settings.data.keptOnRemoval,
      ...props,
    });
    const admin = new Administrator(this, 'Administrator', adminParameter(this));
    const { key } = new DataKey(this, 'DataKey', settings);
    const storage = new Storage(this, 'Storage', { settings, key });
    const table = new DataTable(this, 'Table', { settings, key });
    const platform: FunctionPlatform = {
      settings,
      key,
      packages,
      environment: { TEARLINE_TABLE: table.table.tableName, TEARLINE_BUCKET: storage.documents.bucketName },
    };
    const access = new DataAccess(this, 'Access', { key, storage, table });
    const events = new EventBus(this, 'Events', settings);
    const mail = new Mail(this, 'Mail', { platform, access, admin });
    const image = new ModelImage(this, 'ModelImage', { settings, key });
    const endpoint = new SplitEndpoint(this, 'SplitEndpoint', { settings, key, image, storage });
    const parse = new ParseFunction(this, 'Parsing', { platform });
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
    const machines = { processDocument: pipeline.machine, trainWorkflow };
    const web = new WebHosting(this, 'Web', { settings, storage, site, connectSources: HOSTS_OF_THE_REGION });
    const identity = new Identity(this, 'Identity', { settings, admin, webUrl: web.url });
    const corsOrigins = (settings.api.corsOrigins ?? []).map((origin) => (origin === WEB_INTERFACE ? web.url : origin));
    storage.allowOrigins(corsOrigins);
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
    new SiteFiles(this, 'SiteFiles', {
      settings,
      key,
      site,
      bucket: web.bucket,
      config: { api_url: api.url, sign_in: 'oidc', version: RELEASE, oidc: identity.webSettings },
      connectSources: [api.url, `https://${storage.documents.bucketRegionalDomainName}`, ...identity.connectSources],
    });
    if (settings.alwaysOn.monitoring) {
      new Monitoring(this, 'Monitoring', {
        settings,
        key,
        admin,
        table,
        endpointName: endpoint.endpointName,
        functions: [
          parse.parse,
          ...Object.values(pipeline.steps),
          ...Object.values(training.steps),
          ...Object.values(migrations.steps),
          functions.api,
          functions.renderApi,
          functions.authorizer,
          operations.createKey,
          operations.manageAccounts,
          operations.resumeUnfinished,
          mail.feedback,
          webhooks.deliver,
        ],
        machines: {
          'process-document': machines.processDocument,
          'train-workflow': machines.trainWorkflow,
          'migrate-workflows': migrations.machine,
        },
      });
    }
    if (settings.budget !== undefined) new Budget(this, 'Budget', { stage: settings.stage, ...settings.budget });
    this.#addOutput('ApiUrl', api.url, 'Where the API answers');
    this.#addOutput('WebUrl', web.url, 'Where the web interface is served');
    this.#addOutput(
      'CreateKeyCommand',
      createKeyCommand(operations.createKey.function.functionName, admin),
      'Makes the first API key and shows it once',
    );
    // Cost allocation tags, which must be activated once in the billing console.
    Tags.of(this).add('tearline-stage', settings.stage);
    Tags.of(this).add('application', 'tearline');
  }

  #addOutput(name: string, value: string, description: string): void {
    new CfnOutput(this, name, { value, description });
  }
}

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
