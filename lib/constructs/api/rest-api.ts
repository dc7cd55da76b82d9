/**
 * The REST API, with one method per row of lambdas/api/routes/routes.ts. The router in the function is authoritative:
 * it also answers methods that a path does not have. The gateway answers paths without a row, and requests without the
 * header Authorization to all but the public methods.
 */
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
  SecurityPolicy,
} from 'aws-cdk-lib/aws-apigateway';
import type { MethodDeploymentOptions, MethodOptions, Resource } from 'aws-cdk-lib/aws-apigateway';
import { Certificate } from 'aws-cdk-lib/aws-certificatemanager';
import type { IKey } from 'aws-cdk-lib/aws-kms';
import type { IFunction } from 'aws-cdk-lib/aws-lambda';
import { Construct } from 'constructs';
import type { RouteRow } from '../../../lambdas/api/routes/route-row.ts';
import { routes } from '../../../lambdas/api/routes/routes.ts';
import type { StageSettings } from '../../settings.ts';
import { acknowledge } from '../acknowledge.ts';
import { addGatewayProblems } from './gateway-problems.ts';
import { addLogGroup } from '../functions/log-group.ts';
import { requestModels } from './request-models.ts';

export interface ServiceApiProps {
  readonly settings: StageSettings;
  readonly key: IKey;
  /** Origins whose web pages may call the API. */
  readonly corsOrigins: readonly string[];
  readonly authorizer: IFunction;
  /** The function that handles a route. */
  readonly functionOf: (row: RouteRow) => IFunction;
  /** Handles methods without a route: 405, and preflights. */
  readonly fallback: IFunction;
}

/** Cache time of the authorizer's result. During it, a revoked key reaches the function, which checks it again. */
const AUTHORIZER_CACHE_TTL = Duration.seconds(60);

export class ServiceApi extends Construct {
  readonly api: RestApi;

  constructor(scope: Construct, id: string, props: ServiceApiProps) {
    super(scope, id);
    this.api = this.#makeApi(props);
    addGatewayProblems(this.api, props.corsOrigins);
    const authorizer = new RequestAuthorizer(this, 'Authorizer', {
      handler: props.authorizer,
      identitySources: [IdentitySource.header('Authorization')],
      resultsCacheTtl: AUTHORIZER_CACHE_TTL,
    });
    const authorised: MethodOptions = { authorizer, authorizationType: AuthorizationType.CUSTOM };
    for (const row of Object.values<RouteRow>(routes))
      this.#addRoute(row, props, row.auth === 'none' ? { authorizationType: AuthorizationType.NONE } : authorised);
  }

  #makeApi({ settings, key }: ServiceApiProps): RestApi {
    const host = settings.domain?.api;
    const api = new RestApi(this, 'Rest', {
      ...(host === undefined
        ? {}
        : {
            domainName: {
              domainName: host.name,
              certificate: Certificate.fromCertificateArn(this, 'Certificate', host.certificateArn),
              endpointType: EndpointType.REGIONAL,
              securityPolicy: SecurityPolicy.TLS_1_2,
            },
          }),
      restApiName: `tearline-${settings.stage}`,
      description: `Tearline ${settings.stage}`,
      endpointTypes: [EndpointType.REGIONAL],
      // All types: otherwise clients with `Accept: */*`, which is common, would receive images and PDFs in base64. The
      // function decodes request bodies itself.
      binaryMediaTypes: ['*/*'],
      cloudWatchRole: true,
      deployOptions: {
        stageName: settings.stage,
        tracingEnabled: true,
        throttlingRateLimit: settings.api.requestsPerSecond,
        throttlingBurstLimit: settings.api.burst,
        methodOptions: anonymousThrottles(settings),
        loggingLevel: MethodLoggingLevel.ERROR,
        // Bodies and headers, which include API keys, must not be logged.
        dataTraceEnabled: false,
        accessLogDestination: new LogGroupLogDestination(addLogGroup(this, 'AccessLogs', { settings, key })),
        accessLogFormat: ACCESS_LOG,
      },
    });
    // API Gateway determines the name of its execution log. Created before the stage, with encryption and retention.
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
          'The function validates every part of a request with the same schemas and reports all issues, which API ' +
          'Gateway cannot.',
      },
      {
        id: 'AwsSolutions-APIG4',
        reason: 'Health, the OpenAPI document, and the response 405 are public.',
      },
      {
        id: 'AwsSolutions-COG4',
        reason: "The authorizer accepts API keys as well as the pool's tokens, unlike Cognito's own authorizer.",
      },
      {
        id: 'AwsSolutions-IAM4[Policy::arn:<AWS::Partition>:iam::aws:policy/service-role/AmazonAPIGatewayPushToCloudWatchLogs]',
        reason: "The AWS account's role with which API Gateway writes logs; AWS maintains its policy.",
      },
    );
    return api;
  }

  #addRoute(row: RouteRow, props: ServiceApiProps, options: MethodOptions): void {
    const resource = this.api.root.resourceForPath(row.path);
    const integration = integrationOf(props.functionOf(row));
    resource.addMethod(row.method, integration, {
      operationName: row.operationId,
      ...options,
      ...requestModels(this.api, row),
    });
    if (row.method === 'GET') resource.addMethod('HEAD', integration, options);
    if (resource.node.tryFindChild('ANY') === undefined) this.#addAny(resource, props.fallback);
  }

  /** Methods without a route: 405, and preflights (OPTIONS), which carry no credentials. The gateway answers paths without one. */
  #addAny(resource: Resource, fallback: IFunction): void {
    resource.addMethod('ANY', integrationOf(fallback), { authorizationType: AuthorizationType.NONE });
  }
}

/** Each public method takes at most half of the stage's requests: a web page sends a preflight before each of its own. */
const ANONYMOUS_SHARE = 2;

/** The limits of the methods that need no credentials: public routes, methods without a route, and preflights. */
const anonymousThrottles = ({ api }: StageSettings): Record<string, MethodDeploymentOptions> => {
  const limit = {
    // A method with options of its own takes none from the stage.
    loggingLevel: MethodLoggingLevel.ERROR,
    dataTraceEnabled: false,
    throttlingRateLimit: Math.ceil(api.requestsPerSecond / ANONYMOUS_SHARE),
    throttlingBurstLimit: Math.ceil(api.burst / ANONYMOUS_SHARE),
  };
  const rows = Object.values<RouteRow>(routes);
  const open = rows.filter(({ auth }) => auth === 'none');
  return Object.fromEntries(
    [
      ...open.flatMap(({ path, method }) => [`${path}/${method}`, ...(method === 'GET' ? [`${path}/HEAD`] : [])]),
      ...new Set(rows.map(({ path }) => `${path}/ANY`)),
    ].map((name) => [name, limit]),
  );
};

/** One permission per function instead of one per method, because a function's policy is limited to 20 KB. */
const integrationOf = (handler: IFunction): LambdaIntegration =>
  new LambdaIntegration(handler, { scopePermissionToMethod: false });

/** The access log: without headers, query and path, which contain API keys and ids of documents. */
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
