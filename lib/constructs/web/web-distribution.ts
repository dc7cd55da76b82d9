/** The web interface by CloudFront, from a private bucket. site-files.ts fills it. */
import { Aws, Duration } from 'aws-cdk-lib';
import { Certificate } from 'aws-cdk-lib/aws-certificatemanager';
import {
  Distribution,
  Function as CloudFrontFunction,
  FunctionCode,
  FunctionEventType,
  FunctionRuntime,
  HttpVersion,
  PriceClass,
  S3OriginAccessControl,
  SecurityPolicyProtocol,
  ViewerProtocolPolicy,
} from 'aws-cdk-lib/aws-cloudfront';
import type { BehaviorOptions, ResponseHeadersPolicy } from 'aws-cdk-lib/aws-cloudfront';
import { S3BucketOrigin } from 'aws-cdk-lib/aws-cloudfront-origins';
import { CloudFrontTarget } from 'aws-cdk-lib/aws-route53-targets';
import type { IBucket } from 'aws-cdk-lib/aws-s3';
import { Construct } from 'constructs';
import type { StageSettings } from '../../settings.ts';
import { acknowledge } from '../acknowledge.ts';
import type { Storage } from '../data/storage.ts';
import { addSecurityHeaders } from './security-policy.ts';
import type { Site } from './site.ts';
import { addRecord } from '../api/own-domain.ts';
import { kebabCase } from '../kebab-case.ts';
import { addSiteBucket } from './web-host.ts';
import type { WebHost } from './web-host.ts';
import { viewerRequestCode } from './viewer-request.ts';

export interface WebDistributionProps {
  readonly settings: StageSettings;
  readonly storage: Storage;
  readonly site: Site;
  /** Sources that the pages may send requests to. */
  readonly connectSources: readonly string[];
}

/** The editor, which other origins may show in a frame where the settings allow them. */
const EMBEDDABLE = '/verify/*';

export class WebDistribution extends Construct implements WebHost {
  readonly url: string;
  readonly origin: string;
  readonly bucket: IBucket;
  readonly target: string;

  constructor(scope: Construct, id: string, props: WebDistributionProps) {
    super(scope, id);
    this.bucket = addSiteBucket(this, props.storage);
    const distribution = this.#addDistribution(props);
    acknowledge(
      distribution,
      { id: 'AwsSolutions-CFR1', reason: 'Customers may be in any country.' },
      { id: 'AwsSolutions-CFR2', reason: 'The files are public; the API has its own firewall.' },
      {
        id: 'AwsSolutions-CFR4',
        reason: "CloudFront's default certificate determines the TLS version until the deployer configures a domain.",
      },
    );
    const { web: host } = props.settings.domain ?? {};
    this.url = `https://${host?.name ?? distribution.distributionDomainName}`;
    // Nothing that the distribution's own name is known for: buckets and functions do not depend on the distribution.
    this.origin = host === undefined ? 'https://*.cloudfront.net' : this.url;
    this.target = distribution.distributionDomainName;
    if (host !== undefined) addRecord(this, host, new CloudFrontTarget(distribution));
  }

  #addDistribution({ settings, storage, site, connectSources }: WebDistributionProps): Distribution {
    const frameAncestors = settings.web?.frameAncestors ?? [];
    const host = settings.domain?.web;
    const addresses = new CloudFrontFunction(this, 'Addresses', {
      comment: `Tearline ${settings.stage}: the addresses of the application`,
      code: FunctionCode.fromInline(viewerRequestCode(site.addresses)),
      runtime: FunctionRuntime.JS_2_0,
    });
    // Names are those of the AWS account, in all regions.
    const nameOf = (id: string): string => `tearline-${settings.stage}-${Aws.REGION}-${kebabCase(id)}`;
    const headers = (id: string, ancestors: readonly string[]): ResponseHeadersPolicy =>
      addSecurityHeaders(this, id, {
        name: nameOf(id),
        site,
        connectSources,
        frameAncestors: ancestors,
      });
    const originAccessControl = new S3OriginAccessControl(this, 'FilesAccess', {
      originAccessControlName: nameOf('FilesAccess'),
    });
    const origin = S3BucketOrigin.withOriginAccessControl(this.bucket, { originAccessControl });
    const behavior = (responseHeadersPolicy: ResponseHeadersPolicy): BehaviorOptions => ({
      origin,
      viewerProtocolPolicy: ViewerProtocolPolicy.REDIRECT_TO_HTTPS,
      responseHeadersPolicy,
      compress: true,
      functionAssociations: [{ function: addresses, eventType: FunctionEventType.VIEWER_REQUEST }],
    });
    return new Distribution(this, 'Distribution', {
      comment: `Tearline ${settings.stage}: the web interface`,
      ...(host === undefined
        ? {}
        : {
            domainNames: [host.name],
            certificate: Certificate.fromCertificateArn(this, 'Certificate', host.certificateArn),
            minimumProtocolVersion: SecurityPolicyProtocol.TLS_V1_2_2021,
          }),
      defaultRootObject: 'index.html',
      defaultBehavior: behavior(headers('Headers', [])),
      ...(frameAncestors.length === 0
        ? {}
        : { additionalBehaviors: { [EMBEDDABLE]: behavior(headers('EditorHeaders', frameAncestors)) } }),
      // S3 answers 403 for missing keys, because listing is not allowed. The application says that the page is missing.
      errorResponses: [
        { httpStatus: 403, responseHttpStatus: 404, responsePagePath: '/index.html', ttl: Duration.seconds(10) },
      ],
      httpVersion: HttpVersion.HTTP2_AND_3,
      priceClass: PriceClass.PRICE_CLASS_100,
      enableLogging: true,
      logBucket: storage.accessLogs,
      logFilePrefix: 'web/',
      logIncludesCookies: false,
    });
  }
}
