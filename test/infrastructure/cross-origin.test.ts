/** CORS, in a stage that allows its own web interface, and in one that allows another origin as well. */
import { describe, expect, it } from 'vitest';
import { s3Client } from '../../adapters/aws/s3/s3-client.ts';
import { presignPut } from '../../adapters/aws/s3/presign-put.ts';
import { EXPOSED_HEADERS } from '../../lambdas/api/cross-origin.ts';
import { GATEWAY_PROBLEMS } from '../../lib/constructs/api/gateway-problems.ts';
import { TEST_CLIENT } from '../fakes/aws/test-clients.ts';
import { CLOSED_DEV, OPEN_DEV, OTHER_ORIGIN } from './templates/changed-stages.ts';
import { synthesise } from './templates/synthesise.ts';
import type { Resource, Synthesised } from './templates/synthesise.ts';

const none = synthesise(CLOSED_DEV);
const own = synthesise('dev');
const several = synthesise(OPEN_DEV);

const propertiesOf = (resources: Readonly<Record<string, Resource>>, type: string, begin = '') =>
  Object.entries(resources).flatMap(([id, { Type, Properties }]) =>
    Type === type && id.startsWith(begin) ? [Properties] : [],
  );
/** The origin of the web interface, as the template computes it. */
const WEB_INTERFACE = {
  'Fn::Join': ['', ['https://', { 'Fn::GetAtt': [expect.stringMatching(/^WebDistribution/), 'DomainName'] }]],
};

describe('The bucket of documents', () => {
  const corsRules = ({ stack }: Synthesised) =>
    (
      propertiesOf(stack, 'AWS::S3::Bucket', 'StorageDocuments')[0]?.['CorsConfiguration'] as
        { readonly CorsRules: readonly Readonly<Record<string, unknown>>[] } | undefined
    )?.CorsRules ?? [];

  it('takes presigned uploads from pages of the allowed origins only', () => {
    // It does not refer to the distribution, which a new AWS account may not be allowed to create.
    const anyDistribution = 'https://*.cloudfront.net';
    expect(corsRules(own)[0]).toMatchObject({ AllowedMethods: ['PUT', 'POST'], AllowedOrigins: [anyDistribution] });
    expect(corsRules(several)[0]).toMatchObject({ AllowedOrigins: [anyDistribution, OTHER_ORIGIN] });
    expect(corsRules(none)).toEqual([]);
  });

  it('lets pages follow a redirect to a presigned URL, which their browser does with `Origin: null`', () => {
    expect(corsRules(own)[1]).toMatchObject({ AllowedMethods: ['GET'], AllowedOrigins: ['*'], AllowedHeaders: ['*'] });
    expect(corsRules(own)[1]?.['ExposedHeaders']).toEqual(expect.arrayContaining(['Content-Range', 'ETag']));
  });

  it('allows every header that a presigned upload requires', async () => {
    const { headers } = await presignPut(s3Client(TEST_CLIENT), {
      Bucket: 'b',
      Key: 'k',
      contentType: 'application/pdf',
      size: 1,
      expiresAt: new Date(Date.now() + 60_000),
    });
    const demanded = Object.keys(headers).map((name) => name.toLowerCase());
    expect(demanded.length).toBeGreaterThan(0);
    expect(corsRules(own)[0]?.['AllowedHeaders']).toEqual(expect.arrayContaining(demanded));
  });
});

describe('A function behind the API', () => {
  it.each(['ApiFunctionsApiFunction', 'ApiFunctionsRenderApiFunction', 'ApiFunctionsPublicApiFunction'])(
    'knows the allowed origins: %s',
    (begin) => {
      const originsOf = ({ stack }: Synthesised) =>
        propertiesOf(stack, 'AWS::Lambda::Function', begin).map(
          ({ Environment }) =>
            (Environment as { Variables: Record<string, unknown> }).Variables['TEARLINE_CORS_ORIGINS'],
        );
      expect(originsOf(none)).toEqual([undefined]);
      expect(originsOf(own)).toEqual([WEB_INTERFACE]);
      expect(JSON.stringify(originsOf(several))).toContain(`,${OTHER_ORIGIN}`);
    },
  );
});

describe('Responses of API Gateway itself', () => {
  const headersOf = ({ gateway }: Synthesised) =>
    propertiesOf(gateway, 'AWS::ApiGateway::GatewayResponse').map(
      ({ ResponseParameters }) => ResponseParameters as Readonly<Record<string, unknown>>,
    );
  const header = (name: string) => `gatewayresponse.header.${name}`;

  it('have no CORS headers where no origin is allowed', () => {
    expect(headersOf(none)).toHaveLength(GATEWAY_PROBLEMS.length);
    expect(
      headersOf(none)
        .flatMap((headers) => Object.keys(headers))
        .filter((name) => /Access-Control|Vary/.test(name)),
    ).toEqual([]);
  });

  it('name the allowed origin, vary by it, and expose the documented headers', () => {
    expect(headersOf(own)).toHaveLength(GATEWAY_PROBLEMS.length);
    for (const headers of headersOf(own)) {
      // The domain of the web interface is a parameter of the nested stack.
      expect(JSON.stringify(headers[header('Access-Control-Allow-Origin')])).toMatch(
        /"'https:\/\/".*WebDistribution.*"'"/,
      );
      expect(headers).toMatchObject({
        [header('Vary')]: "'Origin'",
        [header('Access-Control-Expose-Headers')]: `'${EXPOSED_HEADERS.join(', ')}'`,
      });
    }
  });

  it("repeat the request's origin where several are allowed, as API Gateway cannot compare it with a list", () => {
    expect(headersOf(several)).toHaveLength(GATEWAY_PROBLEMS.length);
    for (const headers of headersOf(several))
      expect(headers[header('Access-Control-Allow-Origin')]).toBe('method.request.header.Origin');
  });
});

describe('A preflight', () => {
  it('of every path with a route reaches the router without credentials', () => {
    const open = propertiesOf(own.gateway, 'AWS::ApiGateway::Method').filter(({ HttpMethod }) => HttpMethod === 'ANY');
    const withRoutes = propertiesOf(own.gateway, 'AWS::ApiGateway::Method').map(({ ResourceId }) =>
      JSON.stringify(ResourceId),
    );
    expect(new Set(open.map(({ ResourceId }) => JSON.stringify(ResourceId)))).toEqual(new Set(withRoutes));
    expect(new Set(open.map(({ AuthorizationType }) => AuthorizationType))).toEqual(new Set(['NONE']));
  });
});
