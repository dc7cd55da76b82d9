/** Settings of the web interface and of own domains. */
import { z } from 'zod';
import { isWebOrigin } from '../../lambdas/api/cross-origin.ts';
import { problemsOf, type SettingsProblem, type SettingsRule } from './settings-problem.ts';

const HOST_NAME = /^(?=.{4,253}$)([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z]{2,63}$/;
const CERTIFICATE = /^arn:aws(-cn)?:acm:(?<region>[a-z0-9-]+):\d{12}:certificate\/[0-9a-f-]{36}$/;
/** CloudFront takes certificates of this region only. */
const REGION_OF_CLOUDFRONT = 'us-east-1';

const hostSchema = z.strictObject({
  name: z.string().regex(HOST_NAME, 'a host name in lower case').describe('The host name'),
  certificateArn: z
    .string()
    .regex(CERTIFICATE, 'the ARN of a certificate in ACM')
    .describe("A certificate of ACM for the name: in the stage's region; with `web.hosting: cloudfront`, in us-east-1"),
  hostedZone: z
    .strictObject({
      id: z
        .string()
        .regex(/^Z[A-Z0-9]{5,32}$/)
        .describe('Of the zone'),
      name: z.string().regex(HOST_NAME).describe('Of the zone, such as `example.com`'),
    })
    .optional()
    .describe('The zone of Route 53 in which the stack creates the record. Absent: an output says what to create'),
});
export type OwnHost = z.infer<typeof hostSchema>;

export const domainSchema = z
  .strictObject({
    api: hostSchema.optional().describe('Where the API answers. Absent: the address of API Gateway'),
    web: hostSchema.optional().describe('Where the web interface is. Absent: the address of CloudFront'),
  })
  .describe('Own domains, with their certificates');

export const webSchema = z.strictObject({
  hosting: z
    .enum(['cloudfront', 's3', 'none'])
    .optional()
    .describe(
      'Where the web interface is served: by CloudFront; by API Gateway from S3, which needs `domain.web`; or not at ' +
        'all. Absent: cloudfront',
    ),
  frameAncestors: z
    .array(z.string().refine(isWebOrigin, 'an origin'))
    .optional()
    .describe('Origins whose pages may show the editor of a share link in a frame, with `cloudfront`. Absent: none'),
  secondFactor: z
    .enum(['optional', 'required'])
    .optional()
    .describe(
      'Whether people sign in with a code of an authenticator app too. `required`: the sign-in pages have everybody ' +
        'set one up. Absent: optional; then each person sets one up in the web interface, or none',
    ),
});

interface Hosting {
  readonly web?: z.infer<typeof webSchema> | undefined;
  readonly domain?: z.infer<typeof domainSchema> | undefined;
}

/** What `web` and `domain` say together that cannot be deployed: the member, and why. */
export const hostingProblems = ({ web, domain }: Hosting): SettingsProblem[] => {
  const hosting = web?.hosting ?? 'cloudfront';
  const region = CERTIFICATE.exec(domain?.web?.certificateArn ?? '')?.groups?.['region'];
  return problemsOf([
    [
      hosting === 's3' && domain?.web === undefined,
      ['domain', 'web'],
      'web.hosting `s3` needs a domain: without one, the address of API Gateway has a path that the pages do not have',
    ],
    [
      hosting === 's3' && (web?.frameAncestors ?? []).length > 0,
      ['web', 'frameAncestors'],
      'needs web.hosting `cloudfront`',
    ],
    [hosting === 'none' && domain?.web !== undefined, ['domain', 'web'], 'web.hosting is `none`'],
    [
      hosting === 'cloudfront' && region !== undefined && region !== REGION_OF_CLOUDFRONT,
      ['domain', 'web', 'certificateArn'],
      `CloudFront takes certificates of ${REGION_OF_CLOUDFRONT} only`,
    ],
    [
      domain?.web !== undefined && domain.web.name === domain.api?.name,
      ['domain', 'web', 'name'],
      'is that of domain.api: the API and the web interface need a name each',
    ],
    ...(['api', 'web'] as const).map((host): SettingsRule => [
      !isInItsZone(domain?.[host]),
      ['domain', host, 'hostedZone', 'name'],
      `does not have the name ${domain?.[host]?.name ?? ''}`,
    ]),
  ]);
};

const isInItsZone = (host: OwnHost | undefined): boolean =>
  host?.hostedZone === undefined || isWithin(host.name, host.hostedZone.name);

/** Whether the name is the domain, or one below it. */
export const isWithin = (name: string, domain: string): boolean => `.${name}`.endsWith(`.${domain}`);
