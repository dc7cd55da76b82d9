/** The REST API, one method a row of lambdas/api/routes/routes.ts. The router in the function stays the authority: it also answers what no row names. */
import { Duration } from 'aws-cdk-lib';
import {
  AccessLogField,
  AccessLogFormat,
  AuthorizationType,
  EndpointType,
  IdentitySource,
  LambdaIntegration,
  LogGroupLogDestination,
  MethodLoggingLevel,
  RequestAuthorizer,
  RestApi,
} from 'aws-cdk-lib/aws-apigateway';
import type { MethodOptions, Resource } from 'aws-cdk-lib/aws-apigateway';
import type { IKey } from 'aws-cdk-lib/aws-kms';
import type { IFunction } from 'aws-cdk-lib/aws-lambda';
import { Construct } from 'constructs';
import type { RouteRow } from '../../lambdas/api/routes/route-row.ts';
import { routes } from '../../lambdas/api/routes/routes.ts';
import type { OperationId } from '../../lambdas/api/routes/routes.ts';
import type { StageSettings } from '../settings.ts';
import { acknowledge } from './acknowledge.ts';
import { addGatewayProblems } from './gateway-problems.ts';
import { addLogGroup } from './log-group.ts';
import { requestModels } from './request-models.ts';

export interface ServiceApiProps {
  readonly settings: StageSettings;
  readonly key: IKey;
  readonly authorizer: IFunction;
  /** Which function answers a route. */
  readonly functionOf: (operationId: OperationId) => IFunction;
  /** Answers paths and methods that no route names: 404 and 405. */
  readonly fallback: IFunction;
}

/** How long the gateway keeps what the authorizer said: so long at most a revoked key is let through to the function, which looks again. */
const AUTHORISED_FOR = Duration.seconds(60);

export class ServiceApi extends Construct {
  readonly api: RestApi;

  constructor(scope: Construct, id: string, props: ServiceApiProps) {
    super(scope, id);
    this.api = this.#makeApi(props);
    addGatewayProblems(this.api);
    const authorizer = new RequestAuthorizer(this, 'Authorizer', {
      handler: props.authorizer,
      identitySources: [IdentitySource.header('Authorization')],
      resultsCacheTtl: AUTHORISED_FOR,
    });
    const authorised: MethodOptions = { authorizer, authorizationType: AuthorizationType.CUSTOM };
    for (const row of Object.values<RouteRow>(routes))
      this.#addRoute(row, props, row.auth === 'none' ? { authorizationType: AuthorizationType.NONE } : authorised);
    this.#addFallback(props.fallback);
  }

  #makeApi({ settings, key }: ServiceApiProps): RestApi {
    const api = new RestApi(this, 'Rest', {
      restApiName: `tearline-${settings.stage}`,
      description: `Tearline ${settings.stage}`,
      endpointTypes: [EndpointType.REGIONAL],
      // Everything: a client that accepts anything, as most do, would get images and PDFs in base64 otherwise. The function decodes bodies itself.
      binaryMediaTypes: ['*/*'],
      cloudWatchRole: true,
      deployOptions: {
        stageName: settings.stage,
        tracingEnabled: true,
        throttlingRateLimit: settings.api.requestsPerSecond,
        throttlingBurstLimit: settings.api.burst,
        loggingLevel: MethodLoggingLevel.ERROR,
        // Bodies and headers, keys among them, never come into a log.
        dataTraceEnabled: false,
        accessLogDestination: new LogGroupLogDestination(addLogGroup(this, 'AccessLogs', { settings, key })),
        accessLogFormat: ACCESS_LOG,
      },
    });
    // The gateway's own name for what it logs itself: made before the stage, so that it is encrypted and ends.
    api.deploymentStage.node.addDependency(
      addLogGroup(
        this,
        'ExecutionLogs',
        { settings, key },
        `API-Gateway-Execution-Logs_${api.restApiId}/${settings.stage}`,
      ),
    );
    acknowledge(
      api,
      {
        id: 'AwsSolutions-APIG2',
        reason:
          'The function checks every part of a request against the same schemas and says what is wrong, which the gateway cannot.',
      },
      {
        id: 'AwsSolutions-APIG4',
        reason: 'Health, the description of the API, and the answers 404 and 405 are given to everybody.',
      },
      {
        id: 'AwsSolutions-COG4',
        reason: "The authorizer takes API keys as well as the pool's tokens, which Cognito's own cannot.",
      },
      {
        id: 'AwsSolutions-IAM4[Policy::arn:<AWS::Partition>:iam::aws:policy/service-role/AmazonAPIGatewayPushToCloudWatchLogs]',
        reason: "The account's one role with which API Gateway writes logs; AWS keeps its policy.",
      },
    );
    return api;
  }

  #addRoute(row: RouteRow, props: ServiceApiProps, options: MethodOptions): void {
    const resource = this.api.root.resourceForPath(row.path);
    // The keys of `routes` are these very ids.
    const integration = integrationOf(props.functionOf(row.operationId as OperationId));
    resource.addMethod(row.method, integration, {
      operationName: row.operationId,
      ...options,
      ...requestModels(this.api, row),
    });
    if (row.method === 'GET') resource.addMethod('HEAD', integration, options);
    if (resource.node.tryFindChild('ANY') === undefined) this.#addAny(resource, props.fallback);
  }

  /** Paths that no route has. */
  #addFallback(fallback: IFunction): void {
    this.#addAny(this.api.root.addResource('{proxy+}'), fallback);
    this.api.root.addMethod('ANY', integrationOf(fallback), { authorizationType: AuthorizationType.NONE });
  }

  #addAny(resource: Resource, fallback: IFunction): void {
    resource.addMethod('ANY', integrationOf(fallback), { authorizationType: AuthorizationType.NONE });
  }
}

/** One permission a function, not one a method: a function's policy has room for 20 KB. */
const integrationOf = (answering: IFunction): LambdaIntegration =>
  new LambdaIntegration(answering, { scopePermissionToMethod: false });

/** What is kept of a request: no header, no query and no path, since ids of documents are in it. */
const ACCESS_LOG = AccessLogFormat.custom(
  JSON.stringify({
    request_id: AccessLogField.contextRequestId(),
    time: AccessLogField.contextRequestTimeEpoch(),
    address: AccessLogField.contextIdentitySourceIp(),
    method: AccessLogField.contextHttpMethod(),
    route: AccessLogField.contextResourcePath(),
    status: AccessLogField.contextStatus(),
    length: AccessLogField.contextResponseLength(),
    latency_ms: AccessLogField.contextResponseLatency(),
    integration_status: AccessLogField.contextIntegrationStatus(),
    account_id: AccessLogField.contextAuthorizer('account_id'),
    error: AccessLogField.contextErrorResponseType(),
    trace: AccessLogField.contextXrayTraceId(),
  }),
);
