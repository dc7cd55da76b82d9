/**
 * The security headers of the distribution, and the part of the content security policy that only index.html can name:
 * the distribution's domain is part of the API's CORS settings, so the distribution cannot refer to the API.
 */
import { Duration } from 'aws-cdk-lib';
import { HeadersReferrerPolicy, ResponseHeadersPolicy } from 'aws-cdk-lib/aws-cloudfront';
import type { Construct } from 'constructs';
import type { Policy, Site } from './site.ts';

/** CloudFront has members of its own for these. */
const WITH_OWN_MEMBER = ['x-content-type-options', 'referrer-policy'];

const policyText = (policy: Policy): string =>
  Object.entries(policy)
    .map(([name, sources]) => `${name} ${sources.join(' ')}`)
    .join('; ');

/** CDK's members have the header's values. */
const referrerPolicyOf = ({ headers }: Site): HeadersReferrerPolicy => {
  const found = Object.values(HeadersReferrerPolicy).find((value: string) => value === headers['referrer-policy']);
  if (found === undefined) throw new Error('headers.json has no referrer-policy that CloudFront knows.');
  return found;
};

export interface PolicySources {
  readonly site: Site;
  /** Sources that pages may send requests to, beside the distribution itself. */
  readonly connectSources: readonly string[];
  /** Origins whose pages may show an answer in a frame; empty: none. */
  readonly frameAncestors: readonly string[];
}

export interface SecurityPolicyOptions extends PolicySources {
  readonly name: string;
}

/** The content security policy of headers.json, with the sources of the deployment. */
export const policyOf = ({ site, connectSources, frameAncestors }: PolicySources): string =>
  policyText({
    ...site.policy,
    'connect-src': [...(site.policy['connect-src'] ?? []), ...connectSources],
    ...(frameAncestors.length === 0 ? {} : { 'frame-ancestors': frameAncestors }),
  });

/** The headers of headers.json, with `Strict-Transport-Security`. */
export const addSecurityHeaders = (
  scope: Construct,
  id: string,
  { name, site, ...sources }: SecurityPolicyOptions,
): ResponseHeadersPolicy => {
  return new ResponseHeadersPolicy(scope, id, {
    responseHeadersPolicyName: name,
    securityHeadersBehavior: {
      contentSecurityPolicy: { contentSecurityPolicy: policyOf({ site, ...sources }), override: true },
      contentTypeOptions: { override: true },
      referrerPolicy: {
        referrerPolicy: referrerPolicyOf(site),
        override: true,
      },
      strictTransportSecurity: { accessControlMaxAge: Duration.days(365), override: true },
    },
    customHeadersBehavior: {
      customHeaders: Object.entries(site.headers)
        .filter(([header]) => !WITH_OWN_MEMBER.includes(header))
        .map(([header, value]) => ({ header, value, override: true })),
    },
  });
};

const HEAD = /<head>/;

/**
 * index.html with the exact addresses that it may send requests to, in addition to the header, which allows the hosts of
 * the region. A browser applies both.
 * @throws Error where the file has no <head>
 */
export const restrictConnections = (indexHtml: string, sources: readonly string[]): string => {
  if (!HEAD.test(indexHtml)) throw new Error('index.html has no <head>.');
  const content = policyText({ 'connect-src': ["'self'", ...sources] });
  return indexHtml.replace(
    HEAD,
    () => `<head>\n    <meta http-equiv="Content-Security-Policy" content="${content}" />`,
  );
};
