/** The web interface in the cloud: its files, the addresses of the application, and what a browser may do there. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runInNewContext } from 'node:vm';
import { describe, expect, it } from 'vitest';
import { RELEASE } from '../../core/release.ts';
import { restrictConnections } from '../../lib/constructs/web/security-policy.ts';
import { readSite, SiteNotBuiltError } from '../../lib/constructs/web/site.ts';
import { readStageSettings } from '../../lib/stages.ts';
import { SECURITY_HEADERS } from '../../web/security-headers.ts';
import { PATHS } from '../../web/src/app/paths.ts';
import { FRAME_ANCESTOR, OPEN_DEV } from './templates/changed-stages.ts';
import { filesIn, synthesise } from './templates/synthesise.ts';
import type { Resource, Synthesised } from './templates/synthesise.ts';

const dev = readStageSettings('dev');
const deployed = synthesise('dev');
const ofType = ({ stack }: Synthesised, type: string): [string, Resource][] =>
  Object.entries(stack).filter(([, { Type }]) => Type === type);
const only = (synthesised: Synthesised, type: string): Resource => {
  const [[, found] = [], ...others] = ofType(synthesised, type);
  if (found === undefined || others.length > 0) throw new Error(`not one ${type}`);
  return found;
};

interface Behavior {
  readonly PathPattern?: string;
  readonly ResponseHeadersPolicyId: { readonly Ref: string };
  readonly FunctionAssociations: readonly unknown[];
  readonly Compress: boolean;
  readonly ViewerProtocolPolicy: string;
}
interface DistributionConfig {
  readonly DefaultCacheBehavior: Behavior;
  readonly CacheBehaviors?: readonly Behavior[];
  readonly CustomErrorResponses: readonly unknown[];
}
const distributionOf = (synthesised: Synthesised): DistributionConfig =>
  only(synthesised, 'AWS::CloudFront::Distribution').Properties['DistributionConfig'] as DistributionConfig;

/** The text of a value of the template; a reference is `<name>`. */
const textOf = (value: unknown): string => {
  if (typeof value === 'string') return value;
  const { Ref: ref, 'Fn::Join': join } = value as { Ref?: string; 'Fn::Join'?: readonly [string, readonly unknown[]] };
  return join === undefined ? `<${ref ?? '?'}>` : join[1].map(textOf).join(join[0]);
};
const policyOf = (synthesised: Synthesised, { ResponseHeadersPolicyId: { Ref } }: Behavior) => {
  const config = synthesised.stack[Ref]?.Properties['ResponseHeadersPolicyConfig'] as {
    readonly SecurityHeadersConfig: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
    readonly CustomHeadersConfig: { readonly Items: readonly { readonly Header: string; readonly Value: string }[] };
  };
  const { SecurityHeadersConfig: own, CustomHeadersConfig: custom } = config;
  return {
    own,
    custom: custom.Items.map(({ Header, Value }) => [Header, Value]),
    directives: textOf(own['ContentSecurityPolicy']?.['ContentSecurityPolicy']).split('; '),
  };
};

describe('The function before the distribution', () => {
  const code = String(only(deployed, 'AWS::CloudFront::Function').Properties['FunctionCode']);
  const answered = (uri: string): unknown =>
    runInNewContext(`${code}; handler({ request: { uri: ${JSON.stringify(uri)} } }).uri`);

  it.each(Object.values(PATHS))('answers %s with index.html', (pattern) => {
    const uri = pattern.replaceAll(/\$\w+/g, '5f0c-9.a');
    expect(answered(uri)).toBe('/index.html');
    expect(answered(`${uri.replace(/\/$/, '')}/`)).toBe('/index.html');
  });

  it.each(['/assets/app-Ab12.js', '/config.json', '/favicon.svg', '/nothing', '/verify/1/2', '/verify', '//account'])(
    'leaves %s as it is',
    (uri) => {
      expect(answered(uri)).toBe(uri);
    },
  );

  it('is within the 10 KB that CloudFront takes', () => {
    expect(Buffer.byteLength(code)).toBeLessThan(10_240);
  });
});

describe('The distribution', () => {
  const {
    DefaultCacheBehavior: behavior,
    CacheBehaviors: others,
    CustomErrorResponses: errors,
  } = distributionOf(deployed);

  it('sends the security headers of the build with everything', () => {
    const { own, custom } = policyOf(deployed, behavior);
    const { headers } = SECURITY_HEADERS;
    // CloudFront has members of its own for the other two.
    expect(custom).toEqual(Object.entries(headers).filter(([name]) => name.startsWith('cross-origin-')));
    expect(Object.keys(headers)).toHaveLength(custom.length + 2);
    expect(own).toMatchObject({
      ReferrerPolicy: { ReferrerPolicy: headers['referrer-policy'], Override: true },
      ContentTypeOptions: { Override: true },
      StrictTransportSecurity: { AccessControlMaxAgeSec: 365 * 24 * 3600, Override: true },
    });
    expect(others).toBeUndefined();
  });

  it('sends the content security policy of the build, and allows requests to the services of its region only', () => {
    const { directives } = policyOf(deployed, behavior);
    const connect = directives.filter((directive) => directive.startsWith('connect-src'));
    expect(directives.filter((directive) => !connect.includes(directive))).toEqual(
      Object.entries(SECURITY_HEADERS.content_security_policy)
        .filter(([name]) => name !== 'connect-src')
        .map(([name, sources]) => `${name} ${sources.join(' ')}`),
    );
    expect(connect).toHaveLength(1);
    const [, own, ...services] = connect[0]?.split(' ') ?? [];
    expect(own).toBe("'self'");
    expect(services.length).toBeGreaterThan(2);
    for (const source of services)
      expect(source).toMatch(/^https:\/\/[\w*.<>:-]+\.<AWS::Region>\.(<AWS::URLSuffix>|amazoncognito\.com)$/);
  });

  it('lets allowed origins show the editor in a frame, and nothing else', { tags: 'slow' }, () => {
    const framed = synthesise(OPEN_DEV);
    const { DefaultCacheBehavior: all, CacheBehaviors: [editor] = [] } = distributionOf(framed);
    expect(policyOf(framed, all).directives).toContain("frame-ancestors 'none'");
    expect(editor?.PathPattern).toBe('/verify/*');
    if (editor === undefined) throw new Error('There is no behaviour for the editor.');
    expect(policyOf(framed, editor).directives).toContain(`frame-ancestors ${FRAME_ANCESTOR}`);
    expect(editor.FunctionAssociations).toEqual(all.FunctionAssociations);
  });

  it('shows the application for an address that is nowhere, with the status 404', () => {
    expect(errors).toEqual([
      { ErrorCode: 403, ResponseCode: 404, ResponsePagePath: '/index.html', ErrorCachingMinTTL: 10 },
    ]);
  });

  it('has names with the region, beside whatever else CloudFront has in the AWS account: a second region may have the same stage', () => {
    const nameOf = ({ Properties }: Resource): unknown =>
      Properties['Name'] ??
      (
        Object.values(Properties).find((value) => typeof value === 'object' && value !== null && 'Name' in value) as
          { readonly Name: unknown } | undefined
      )?.Name;
    const named = Object.entries(deployed.stack)
      .filter(([, { Type }]) => Type.startsWith('AWS::CloudFront::'))
      .map(([id, resource]) => [id, nameOf(resource)] as const)
      .filter(([, name]) => name !== undefined);
    expect(named.length).toBeGreaterThan(2);
    expect(named.filter(([, name]) => !textOf(name).includes('<AWS::Region>')).map(([id]) => id)).toEqual([]);
  });

  it('compresses, and takes no request without TLS', () => {
    expect(behavior).toMatchObject({ Compress: true, ViewerProtocolPolicy: 'redirect-to-https' });
  });

  it('alone may read the files, beside the function that empties the bucket when it is removed', () => {
    const [, policy] = ofType(deployed, 'AWS::S3::BucketPolicy').find(([id]) => id.startsWith('WebSite')) ?? [];
    const allowed = (
      policy?.Properties['PolicyDocument'] as { Statement: Readonly<Record<string, unknown>>[] }
    ).Statement.filter(
      ({ Effect, Principal }) =>
        Effect === 'Allow' &&
        !JSON.stringify(Principal).includes('CustomS3AutoDeleteObjectsCustomResourceProviderRole'),
    );
    expect(allowed).toHaveLength(1);
    expect(allowed[0]).toMatchObject({ Action: 's3:GetObject', Principal: { Service: 'cloudfront.amazonaws.com' } });
    expect(JSON.stringify(allowed[0]?.['Condition'])).toMatch(/AWS:SourceArn.*distribution.*WebDistribution/);
  });
});

describe('Signing in', () => {
  const client = only(deployed, 'AWS::Cognito::UserPoolClient').Properties;

  it('takes a code with PKCE of a client that has no secret, and leads back to the web interface alone', () => {
    const signInPage = {
      'Fn::Join': [
        '',
        ['https://', { 'Fn::GetAtt': [expect.stringMatching(/^WebDistribution/), 'DomainName'] }, '/sign-in'],
      ],
    };
    expect(client).toMatchObject({
      AllowedOAuthFlows: ['code'],
      AllowedOAuthScopes: ['openid', 'email', 'aws.cognito.signin.user.admin'],
      CallbackURLs: [signInPage],
      LogoutURLs: [signInPage],
      GenerateSecret: false,
      EnableTokenRevocation: true,
    });
  });

  it('has pages of the user pool, with a style, without which they are not available', () => {
    expect(only(deployed, 'AWS::Cognito::UserPoolDomain').Properties).toMatchObject({ ManagedLoginVersion: 2 });
    expect(only(deployed, 'AWS::Cognito::ManagedLoginBranding').Properties).toMatchObject({
      UseCognitoProvidedValues: true,
      ClientId: { Ref: expect.stringMatching(/^IdentityUsersWeb/) as string },
    });
  });

  it('knows the pool and the first administrator in the functions that check tokens or change users', () => {
    const functions = ofType(deployed, 'AWS::Lambda::Function').flatMap(([, { Properties }]) => {
      const { Variables: variables } = (Properties['Environment'] ?? {}) as { Variables?: Record<string, unknown> };
      if (variables?.['TEARLINE_USER_POOL_ID'] === undefined) return [];
      expect(variables['TEARLINE_ADMIN_EMAIL']).toEqual({ Ref: 'AdminEmail' });
      return [String(Properties['Handler'])];
    });
    expect(functions.sort()).toEqual(
      ['api', 'authorizer', 'manage-accounts', 'render-api', 'resume-unfinished'].map((entry) => `${entry}.handler`),
    );
  });

  it('is where mails lead: the functions that send them know the address', () => {
    const known = ofType(deployed, 'AWS::Lambda::Function').flatMap(([, { Properties }]) => {
      const { Variables: variables } = (Properties['Environment'] ?? {}) as { Variables?: Record<string, unknown> };
      if (variables?.['TEARLINE_MAIL_FROM'] === undefined) return [];
      expect(variables['TEARLINE_WEB_URL']).toEqual({
        'Fn::Join': ['', ['https://', { 'Fn::GetAtt': [expect.stringMatching(/^WebDistribution/), 'DomainName'] }]],
      });
      return [String(Properties['Handler'])];
    });
    expect(known).toContain('complete-training.handler');
  });

  it('is open to invited people only, whose mail names the address of the web interface', () => {
    const pool = only(deployed, 'AWS::Cognito::UserPool').Properties;
    expect(pool['AdminCreateUserConfig']).toMatchObject({ AllowAdminCreateUserOnly: true });
    expect(JSON.stringify(pool['AdminCreateUserConfig'])).toMatch(/WebDistribution.*\{username\}.*\{####\}/);
  });

  it('takes a code of an authenticator app as second factor, and no SMS; a stage can require it', () => {
    const factorsOf = (synthesised: Synthesised) => {
      const { MfaConfiguration, EnabledMfas } = only(synthesised, 'AWS::Cognito::UserPool').Properties;
      return [MfaConfiguration, EnabledMfas];
    };
    expect(factorsOf(deployed)).toEqual(['OPTIONAL', ['SOFTWARE_TOKEN_MFA']]);
    const required = synthesise(OPEN_DEV);
    expect(factorsOf(required)).toEqual(['ON', ['SOFTWARE_TOKEN_MFA']]);
    const shown = (synthesised: Synthesised): unknown =>
      JSON.parse(readFileSync(join(synthesised.assetWith('config.json'), 'config.json'), 'utf8'));
    expect(shown(deployed)).toMatchObject({ oidc: { second_factor: 'optional' } });
    expect(shown(required)).toMatchObject({ oidc: { second_factor: 'required' } });
  });
});

describe('The files', () => {
  const deployment = (begin: string): Resource => {
    const [, found] = ofType(deployed, 'Custom::CDKBucketDeployment').find(([id]) => id.startsWith(begin)) ?? [];
    if (found === undefined) throw new Error(`no deployment ${begin}`);
    return found;
  };
  const pages = deployment('SiteFilesPages');
  const assets = deployment('SiteFilesAssets');

  it('with a hash in their name are kept by browsers for a year, and stay for pages that are open', () => {
    expect(filesIn(deployed.assetWith('assets'))).toEqual(['assets/app-Ab12.js']);
    expect(assets.Properties).toMatchObject({
      SystemMetadata: { 'cache-control': 'public, max-age=31536000, immutable' },
      Prune: false,
    });
  });

  it('without one are checked each time, and are there after those that they name', () => {
    expect(filesIn(deployed.assetWith('favicon.svg'))).toEqual(['favicon.svg']);
    expect(pages.Properties).toMatchObject({ SystemMetadata: { 'cache-control': 'no-cache' } });
    expect(pages.DependsOn?.some((id) => id.startsWith('SiteFilesAssets'))).toBe(true);
  });

  it('include the settings of this deployment', () => {
    const config = JSON.parse(readFileSync(join(deployed.assetWith('config.json'), 'config.json'), 'utf8')) as unknown;
    expect(config).toMatchObject({
      sign_in: 'oidc',
      version: RELEASE,
      oidc: { authority: expect.anything() as string },
    });
    const markers = JSON.stringify(pages.Properties['SourceMarkers']);
    expect(markers).toMatch(/GatewayNestedStack\w+","Outputs\.\w+ApiRest/);
  });

  it('include index.html, which names exactly where its requests may go', () => {
    const html = readFileSync(join(deployed.assetWith('index.html'), 'index.html'), 'utf8');
    expect(html).toMatch(
      /^<!doctype html><html><head>\s*<meta http-equiv="Content-Security-Policy" content="connect-src 'self' [^"*]+" \/>/,
    );
    expect(JSON.stringify(pages.Properties['SourceMarkers'])).toMatch(/StorageDocuments\w+","RegionalDomainName/);
  });

  it('are named as missing where the interface was not built', () => {
    const folder = mkdtempSync(join(tmpdir(), 'tearline-site-'));
    try {
      expect(() => readSite(folder)).toThrow(SiteNotBuiltError);
      expect(() => readSite(folder)).toThrow(/lacks index\.html, routes\.json, headers\.json, assets\. Run `npm ci`/);
    } finally {
      rmSync(folder, { recursive: true });
    }
  });

  it('are not deployed with an index.html that takes no policy', () => {
    expect(() => restrictConnections('<html></html>', [])).toThrow('no <head>');
  });
});

const certificate = (region: string): string =>
  `arn:aws:acm:${region}:111122223333:certificate/0a1b2c3d-0a1b-0a1b-0a1b-0a1b2c3d4e5f`;
const hostedZone = { id: 'Z0123456789ABC', name: 'example.com' };

describe('A stage without a web interface', () => {
  const headless = synthesise({ ...dev, web: { hosting: 'none' } });

  it('has no distribution, no files and no pages to sign in, and its API needs none of them', () => {
    for (const type of ['AWS::CloudFront::Distribution', 'Custom::CDKBucketDeployment', 'AWS::Cognito::UserPoolDomain'])
      expect(ofType(headless, type), type).toEqual([]);
    expect(Object.keys(headless.outputs)).toEqual(['ApiUrl', 'CreateKeyCommand']);
    expect(JSON.stringify(headless.stack)).not.toMatch(/TEARLINE_(CORS_ORIGINS|WEB_URL)/);
    expect(only(headless, 'AWS::Cognito::UserPoolClient').Properties['CallbackURLs']).toBeUndefined();
  });
});

describe('A web interface by API Gateway', () => {
  const host = { name: 'split.example.com', certificateArn: certificate('eu-west-1') };
  const served = synthesise({ ...dev, web: { hosting: 's3' }, domain: { web: { ...host, hostedZone } } });
  const methods = ofType(served, 'AWS::ApiGateway::Method').map(([, { Properties }]) => Properties);
  const uris = methods.map(({ Integration }) => textOf((Integration as { readonly Uri: unknown }).Uri));

  it('needs no distribution, and answers at the own domain alone', () => {
    expect(ofType(served, 'AWS::CloudFront::Distribution')).toEqual([]);
    expect(only(served, 'AWS::ApiGateway::RestApi').Properties).toMatchObject({ DisableExecuteApiEndpoint: true });
    expect(served.outputs['WebUrl']?.Value).toBe('https://split.example.com');
    expect(only(served, 'AWS::Cognito::UserPoolClient').Properties['CallbackURLs']).toEqual([
      'https://split.example.com/sign-in',
    ]);
    expect(only(served, 'AWS::Route53::RecordSet').Properties).toMatchObject({
      HostedZoneId: hostedZone.id,
      Name: 'split.example.com.',
      Type: 'A',
    });
  });

  it('answers the addresses of the application with index.html, and others with the file of that name', () => {
    const pages = uris.filter((uri) => uri.endsWith('/index.html'));
    expect(pages).toHaveLength(Object.values(PATHS).length);
    expect(uris.filter((uri) => uri.endsWith('/{file}'))).toHaveLength(1);
    expect(uris).toHaveLength(pages.length + 1);
  });

  it('sends the security headers with everything, the content security policy as metadata of the files', () => {
    const name = 'integration.response.header.x-amz-meta-content-security-policy';
    expect(methods.length).toBeGreaterThan(0);
    for (const { Integration } of methods) {
      const [{ ResponseParameters: parameters } = { ResponseParameters: {} }] = (
        Integration as { readonly IntegrationResponses: readonly { readonly ResponseParameters: object }[] }
      ).IntegrationResponses;
      expect(parameters).toMatchObject({
        'method.response.header.Content-Security-Policy': name,
        ...Object.fromEntries(
          Object.entries(SECURITY_HEADERS.headers).map(([header, value]) => [
            `method.response.header.${header}`,
            `'${value}'`,
          ]),
        ),
      });
    }
    const policies = ofType(served, 'Custom::CDKBucketDeployment').map(([, { Properties }]) =>
      textOf((Properties['UserMetadata'] as Record<string, unknown>)['content-security-policy']),
    );
    expect(policies).toHaveLength(2);
    for (const policy of policies) expect(policy).toContain("require-trusted-types-for 'script'");
    // S3 keeps 2 KB of metadata.
    expect(Math.max(...policies.map((policy) => policy.length))).toBeLessThan(1500);
  });
});

describe('A stage with own domains', () => {
  const api = { name: 'api.example.com', certificateArn: certificate('eu-west-1') };
  const web = { name: 'split.example.com', certificateArn: certificate('us-east-1') };
  const own = synthesise({ ...dev, domain: { api, web } });

  it('answers there, signs in there, and lets its pages call its API', () => {
    expect(own.outputs['ApiUrl']?.Value).toBe('https://api.example.com/');
    expect(own.outputs['WebUrl']?.Value).toBe('https://split.example.com');
    expect(only(own, 'AWS::CloudFront::Distribution').Properties['DistributionConfig']).toMatchObject({
      Aliases: ['split.example.com'],
      ViewerCertificate: { AcmCertificateArn: web.certificateArn, MinimumProtocolVersion: 'TLSv1.2_2021' },
    });
    expect(only(own, 'AWS::Cognito::UserPoolClient').Properties['LogoutURLs']).toEqual([
      'https://split.example.com/sign-in',
    ]);
    expect(JSON.stringify(own.stack)).toContain('"TEARLINE_CORS_ORIGINS":"https://split.example.com"');
    expect(policyOf(own, distributionOf(own).DefaultCacheBehavior).directives.join()).toContain(
      'https://api.example.com',
    );
    const [domain] = Object.values(own.gateway).filter(({ Type }) => Type === 'AWS::ApiGateway::DomainName');
    expect(domain?.Properties).toMatchObject({ DomainName: api.name, SecurityPolicy: 'TLS_1_2' });
  });

  it('says which records to create, or creates them where it knows the zone', { tags: 'slow' }, () => {
    expect(textOf(own.outputs['WebRecord']?.Value)).toMatch(/^split\.example\.com CNAME /);
    expect(JSON.stringify(own.outputs['ApiRecord'])).toContain('api.example.com CNAME ');
    const zoned = synthesise({ ...dev, domain: { api: { ...api, hostedZone }, web: { ...web, hostedZone } } });
    expect([zoned.outputs['WebRecord'], zoned.outputs['ApiRecord']]).toEqual([undefined, undefined]);
    const records = [...Object.values(zoned.stack), ...Object.values(zoned.gateway)].filter(
      ({ Type }) => Type === 'AWS::Route53::RecordSet',
    );
    expect(records.map(({ Properties }) => Properties['Name']).sort()).toEqual([`${api.name}.`, `${web.name}.`]);
  });
});
