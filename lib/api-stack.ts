/** API Gateway as a nested stack: its routes take half of the resources that one stack may have. */
import { NestedStack } from 'aws-cdk-lib';
import type { IKey } from 'aws-cdk-lib/aws-kms';
import { ApiGateway } from 'aws-cdk-lib/aws-route53-targets';
import type { Construct } from 'constructs';
import { acknowledge } from './constructs/acknowledge.ts';
import { RENDERING_ROUTES } from './constructs/api/rendering-routes.ts';
import type { ApiFunctions } from './constructs/api/api-functions.ts';
import { addRecord } from './constructs/api/own-domain.ts';
import { ServiceApi } from './constructs/api/rest-api.ts';
import { WebAcl } from './constructs/api/web-acl.ts';
import type { StageSettings } from './settings.ts';

export interface ApiStackProps {
  readonly settings: StageSettings;
  readonly key: IKey;
  readonly functions: ApiFunctions;
  /** Origins whose web pages may call the API. */
  readonly corsOrigins: readonly string[];
}

export class ApiStack extends NestedStack {
  readonly url: string;
  /** To which a record of the own domain leads; absent without one. */
  readonly target: string | undefined;

  constructor(scope: Construct, id: string, { settings, key, functions, corsOrigins }: ApiStackProps) {
    super(scope, id, { description: `Tearline ${settings.stage}: the gateway` });
    const { api } = new ServiceApi(this, 'Api', {
      settings,
      key,
      corsOrigins,
      authorizer: functions.authorizer.function,
      functionOf: ({ operationId, auth }) => {
        if (auth === 'none') return functions.publicApi.function;
        return (RENDERING_ROUTES.some((name) => name === operationId) ? functions.renderApi : functions.api).function;
      },
      fallback: functions.publicApi.function,
    });
    if (settings.alwaysOn.firewall) new WebAcl(this, 'Firewall', { settings, api });
    else
      acknowledge(api.deploymentStage, {
        id: 'AwsSolutions-APIG3',
        reason: 'A firewall has a monthly price; by its settings, this stage has only the limits of API Gateway.',
      });
    const host = settings.domain?.api;
    this.url = host === undefined ? api.url : `https://${host.name}/`;
    this.target = api.domainName?.domainNameAliasDomainName;
    if (host !== undefined) addRecord(this, host, new ApiGateway(api));
  }
}
