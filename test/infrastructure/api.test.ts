import { describe, expect, it } from 'vitest';
import { operationsOf } from '../../bench/contract/openapi-operations.ts';
import type { ContractDocument } from '../../bench/contract/openapi-operations.ts';
import { GATEWAY_PROBLEMS } from '../../lib/constructs/api/gateway-problems.ts';
import { problemSchema } from '../../lambdas/api/routes/api-schemas.ts';
import { openApiDocument } from '../../lambdas/api/openapi/openapi-document.ts';
import type { RouteRow } from '../../lambdas/api/routes/route-row.ts';
import { routes } from '../../lambdas/api/routes/routes.ts';
import { findUnacceptedMembers } from './gateway-schema.ts';
import { nameOf, spell } from './permissions/read-permissions.ts';
import { synthesise } from './templates/synthesise.ts';
import type { Resource } from './templates/synthesise.ts';

const { stack, gateway, settings, outputs } = synthesise('prod');
const ofType = (type: string): [string, Resource][] => Object.entries(gateway).filter(([, { Type }]) => Type === type);
const the = (type: string): Readonly<Record<string, unknown>> => {
  const found = ofType(type);
  expect(found, type).toHaveLength(1);
  return found[0]?.[1].Properties ?? {};
};

/** The full path of an API Gateway resource. */
const pathOf = (id: unknown): string => {
  const { Ref } = id as { Ref?: string };
  const resource = Ref === undefined ? undefined : gateway[Ref];
  if (resource?.Type !== 'AWS::ApiGateway::Resource') return '';
  return `${pathOf(resource.Properties['ParentId'])}/${String(resource.Properties['PathPart'])}`;
};

const methods = ofType('AWS::ApiGateway::Method').map(([, { Properties }]) => ({
  id: `${String(Properties['HttpMethod'])} ${pathOf(Properties['ResourceId'])}`,
  operation: Properties['OperationName'] as string | undefined,
  authorised: Properties['AuthorizationType'] === 'CUSTOM',
  // A parameter of the nested stack; its name contains that of the function.
  function: /ApiFunctions(RenderApi|PublicApi|Api)Function/.exec(
    spell((Properties['Integration'] as { Uri: unknown }).Uri),
  )?.[1],
  models: Properties['RequestModels'],
}));
const methodOf = (row: RouteRow, method: string = row.method) =>
  methods.find(({ id }) => id === `${method} ${row.path}`);
const rows = Object.values<RouteRow>(routes);

describe('the gateway', () => {
  it.each(rows)('has the OpenAPI operation $method $path with its authorization', (row) => {
    const documented = (
      openApiDocument().paths?.[row.path] as Record<string, { operationId: string; security?: unknown[] }> | undefined
    )?.[row.method.toLowerCase()];
    expect(documented?.operationId).toBe(row.operationId);
    const open = row.auth === 'none';
    expect(documented?.security).toEqual(open ? [] : undefined);
    expect(methodOf(row)).toMatchObject({ operation: row.operationId, authorised: !open });
    const hasGet = rows.some(({ method, path }) => method === 'GET' && path === row.path);
    expect(methodOf(row, 'HEAD')?.authorised).toBe(hasGet ? !open : undefined);
  });

  it('has no other operation', () => {
    expect(methods.flatMap(({ operation }) => operation ?? []).sort()).toEqual(
      rows.map(({ operationId }) => operationId).sort(),
    );
  });

  it('passes every other method of a path to the router, which answers 405; the gateway answers other paths itself', () => {
    const any = methods.filter(({ id }) => id.startsWith('ANY '));
    expect(any.map(({ id }) => id.slice(4)).sort()).toEqual([...new Set(rows.map(({ path }) => path))].sort());
    expect(methods.filter(({ id }) => id.includes('proxy+') || id.endsWith(' '))).toEqual([]);
    for (const { function: answering, authorised } of any)
      expect([answering, authorised]).toEqual(['PublicApi', false]);
  });

  it('integrates what needs no credentials with a function of its own, and nothing else', () => {
    const open = methods.filter(({ authorised }) => !authorised);
    expect(open.filter(({ function: answering }) => answering !== 'PublicApi')).toEqual([]);
    expect(methods.filter(({ authorised, function: answering }) => authorised && answering === 'PublicApi')).toEqual(
      [],
    );
    expect(open.flatMap(({ operation }) => operation ?? []).sort()).toEqual(['getHealth', 'getOpenApi']);
  });

  it('integrates rendering routes with the function with parsers, all others with the one without', () => {
    const rendered = methods
      .filter(({ operation, function: answering }) => operation !== undefined && answering === 'RenderApi')
      .map(({ operation }) => operation);
    expect(rendered.sort()).toEqual([
      'createWorkflow',
      'getArchive',
      'getPageImage',
      'getPdf',
      'getSplitPdf',
      'getSubPdf',
      'getTrainingPageImage',
    ]);
    expect(methods.filter(({ function: answering }) => answering === undefined)).toEqual([]);
  });

  it('may invoke only its integrated functions', () => {
    const invoked = [...Object.values(gateway), ...Object.values(stack)]
      .filter(
        ({ Type, Properties }) =>
          Type === 'AWS::Lambda::Permission' && Properties['Principal'] === 'apigateway.amazonaws.com',
      )
      .map(
        ({ Properties }) =>
          /ApiFunctions(Authorizer|RenderApi|PublicApi|Api)Function/.exec(spell(Properties['FunctionName']))?.[1],
      );
    expect([...new Set(invoked)].sort()).toEqual(['Api', 'Authorizer', 'PublicApi', 'RenderApi']);
  });

  it('has request models of JSON bodies', () => {
    expect(
      methods
        .filter(({ models }) => models !== undefined)
        .map(({ operation }) => operation)
        .sort(),
    ).toEqual(
      rows
        .filter(({ request }) => request.body?.['application/json'] !== undefined)
        .map(({ operationId }) => operationId)
        .sort(),
    );
    const required = ofType('AWS::ApiGateway::Model').map(
      ([, { Properties }]) => (Properties['Schema'] as { required?: string[] }).required ?? [],
    );
    expect(required.map((names) => names.sort().join())).toEqual(
      expect.arrayContaining(['content_type,file_name,size', 'upload_id']),
    );
  });

  it('has request models in the members that API Gateway accepts', () => {
    const breaches = ofType('AWS::ApiGateway::Model').flatMap(([id, { Properties }]) =>
      findUnacceptedMembers(Properties['Schema']).map((breach) => `${id} ${breach}`),
    );
    expect(breaches).toEqual([]);
  });

  it('caches the result of the authorizer for a minute, by the Authorization header', () => {
    expect(the('AWS::ApiGateway::Authorizer')).toMatchObject({
      Type: 'REQUEST',
      IdentitySource: 'method.request.header.Authorization',
      AuthorizerResultTtlInSeconds: 60,
    });
  });

  it('treats all media types as binary, so that clients which accept */* receive images unencoded', () => {
    expect(the('AWS::ApiGateway::RestApi')['BinaryMediaTypes']).toEqual(['*/*']);
  });

  it('logs account, route and time of each request, but no header, query or path', () => {
    const { AccessLogSetting, MethodSettings, TracingEnabled } = the('AWS::ApiGateway::Stage') as {
      AccessLogSetting: { Format: string };
      MethodSettings: object[];
      TracingEnabled: boolean;
    };
    expect(Object.keys(JSON.parse(AccessLogSetting.Format) as object)).toEqual(
      expect.arrayContaining(['request_id', 'status', 'route', 'account_id']),
    );
    expect(AccessLogSetting.Format).not.toMatch(/header|querystring|context\.path|authorizer\.(?!account_id)/i);
    const [ofStage, ...others] = MethodSettings;
    for (const other of others) expect(other).toMatchObject({ DataTraceEnabled: false, LoggingLevel: 'ERROR' });
    expect([ofStage]).toEqual([
      expect.objectContaining({
        DataTraceEnabled: false,
        LoggingLevel: 'ERROR',
        ThrottlingRateLimit: settings.api.requestsPerSecond,
        ThrottlingBurstLimit: settings.api.burst,
      }),
    ]);
    expect(TracingEnabled).toBe(true);
  });

  it('has a firewall that limits the requests of an IP address, and those without credentials to half', () => {
    expect(the('AWS::WAFv2::WebACL')).toMatchObject({
      Scope: 'REGIONAL',
      Rules: [
        {
          Action: { Block: {} },
          Statement: {
            RateBasedStatement: {
              AggregateKeyType: 'IP',
              EvaluationWindowSec: 300,
              Limit: settings.api.requestsPerAddress / 2,
              ScopeDownStatement: {
                NotStatement: {
                  Statement: {
                    SizeConstraintStatement: {
                      FieldToMatch: { SingleHeader: { Name: 'authorization' } },
                      ComparisonOperator: 'GT',
                      Size: 0,
                    },
                  },
                },
              },
            },
          },
        },
        {
          Action: { Block: {} },
          Statement: {
            RateBasedStatement: {
              AggregateKeyType: 'IP',
              EvaluationWindowSec: 300,
              Limit: settings.api.requestsPerAddress,
            },
          },
        },
      ],
    });
    expect(nameOf(spell(the('AWS::WAFv2::WebACLAssociation')['ResourceArn']).split('/').at(-1) ?? '')).toContain(
      'DeploymentStage',
    );
  });

  it('lets methods without credentials take half of the requests of the stage, so that a flood leaves the rest', () => {
    const throttled = (the('AWS::ApiGateway::Stage')['MethodSettings'] as readonly Record<string, unknown>[]).filter(
      ({ ThrottlingRateLimit: limit }) => limit === settings.api.requestsPerSecond / 2,
    );
    const nameOfMethod = ({ HttpMethod: method, ResourcePath: path }: Record<string, unknown>) =>
      `${String(method)} ${String(path).replaceAll('~1', '/').replace(/^\/\//u, '/')}`;
    const open = methods.filter(({ authorised }) => !authorised).map(({ id }) => id);
    expect(throttled.map(nameOfMethod).sort()).toEqual([...open].sort());
  });

  it('answers 503 with a short Retry-After where a function or the authorizer is throttled', () => {
    const busy = ofType('AWS::ApiGateway::GatewayResponse')
      .map(([, { Properties }]) => Properties)
      .filter(({ ResponseType: type }) =>
        ['API_CONFIGURATION_ERROR', 'AUTHORIZER_FAILURE', 'AUTHORIZER_CONFIGURATION_ERROR'].includes(String(type)),
      );
    expect(busy).toHaveLength(3);
    for (const response of busy)
      expect(response).toMatchObject({
        StatusCode: '503',
        ResponseParameters: { 'gatewayresponse.header.Retry-After': "'5'" },
      });
  });

  it('has its URL as an output of the stack', () => {
    expect(Object.keys(outputs)).toEqual(expect.arrayContaining(['ApiUrl', 'WebUrl', 'CreateKeyCommand']));
    expect(spell(outputs['CreateKeyCommand']?.Value)).toMatch(
      /^aws lambda invoke --function-name OperationsCreateKeyFunction .*--payload '/,
    );
  });

  it('has an output with the command that creates the first key, with the address of the first administrator, if any', () => {
    const command = JSON.stringify(outputs['CreateKeyCommand']?.Value);
    expect(command).toContain('"Fn::If":["AdministratorGiven');
    expect(command).toContain(String.raw`{"Fn::Join":["",["{\"email\":\"",{"Ref":"AdminEmail"},"\"}"]]},"{}"]`);
  });
});

describe('Responses of API Gateway itself', () => {
  it.each(GATEWAY_PROBLEMS.map((problem) => [problem.type.responseType, problem] as const))(
    '%s: problem+json with the request id, as the service answers',
    (type, { status, code }) => {
      const answer = ofType('AWS::ApiGateway::GatewayResponse')
        .map(([, { Properties }]) => Properties)
        .find(({ ResponseType }) => ResponseType === type);
      expect(answer).toMatchObject({
        StatusCode: String(status),
        ResponseParameters: expect.objectContaining({
          'gatewayresponse.header.Content-Type': "'application/problem+json'",
          'gatewayresponse.header.X-Request-Id': 'context.requestId',
        }) as object,
      });
      const template = (answer?.['ResponseTemplates'] as Record<string, string>)['application/json'] ?? '';
      const body = problemSchema.parse(
        JSON.parse(template.replace('$context.requestId', 'c6af9ac6-7b61-11e6-9a41-93e8deadbeef')),
      );
      expect(body).toMatchObject({
        status,
        code,
        type: `urn:tearline:problem:${code}`,
        request_id: 'c6af9ac6-7b61-11e6-9a41-93e8deadbeef',
      });
    },
  );

  it('are in the OpenAPI document of every operation that they may answer, with their headers', () => {
    const operations = operationsOf(JSON.parse(JSON.stringify(openApiDocument())) as ContractDocument);
    const answeredBy = (status: number) =>
      operations.filter(({ operationId, needsKey, bodies }) => {
        if (operationId === 'sendFile' || status === 404) return false;
        if (status === 401 || status === 403) return needsKey;
        return status !== 415 || Object.keys(bodies).length > 0;
      });
    for (const { status, headers = {} } of GATEWAY_PROBLEMS) {
      for (const { operationId, responses } of answeredBy(status)) {
        expect(Object.keys(responses[status]?.headers ?? {}), `${operationId} ${status}`).toEqual(
          expect.arrayContaining(['Cache-Control', 'X-Request-Id', 'X-Content-Type-Options', ...Object.keys(headers)]),
        );
      }
    }
  });

  it('exclude request validation, which the function does', () => {
    expect(ofType('AWS::ApiGateway::RequestValidator')).toEqual([]);
    expect(
      ofType('AWS::ApiGateway::GatewayResponse').filter(([, { Properties }]) =>
        /^BAD_REQUEST_/.test(String(Properties['ResponseType'])),
      ),
    ).toEqual([]);
  });

  it('have WWW-Authenticate and Retry-After where they apply', () => {
    const headersOf = (type: string) => GATEWAY_PROBLEMS.find((problem) => problem.type.responseType === type)?.headers;
    expect(headersOf('UNAUTHORIZED')).toEqual({ 'WWW-Authenticate': 'ApiKey' });
    for (const type of [
      'THROTTLED',
      'WAF_FILTERED',
      'INTEGRATION_TIMEOUT',
      'INTEGRATION_FAILURE',
      'API_CONFIGURATION_ERROR',
    ])
      expect(headersOf(type), type).toHaveProperty('Retry-After');
  });
});
