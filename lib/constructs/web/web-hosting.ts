/** Hosting of the web interface: a private bucket behind CloudFront. site-files.ts fills it. */
import { Aws, Duration, RemovalPolicy } from 'aws-cdk-lib';
import {
  Distribution,
  Function as CloudFrontFunction,
  FunctionCode,
  FunctionEventType,
  FunctionRuntime,
  HttpVersion,
  PriceClass,
  ViewerProtocolPolicy,
} from 'aws-cdk-lib/aws-cloudfront';
import type { BehaviorOptions, ResponseHeadersPolicy } from 'aws-cdk-lib/aws-cloudfront';
import { S3BucketOrigin } from 'aws-cdk-lib/aws-cloudfront-origins';
import { BlockPublicAccess, Bucket, BucketEncryption } from 'aws-cdk-lib/aws-s3';
import type { IBucket } from 'aws-cdk-lib/aws-s3';
import { Construct } from 'constructs';
import type { StageSettings } from '../../settings.ts';
import { acknowledge } from '../acknowledge.ts';
import { asBucket } from '../data/storage.ts';
import type { Storage } from '../data/storage.ts';
import { addSecurityHeaders } from './security-policy.ts';
import type { Site } from './site.ts';
import { kebabCase } from '../kebab-case.ts';
import { viewerRequestCode } from './viewer-request.ts';

export interface WebHostingProps {
  readonly settings: StageSettings;
  readonly storage: Storage;
  readonly site: Site;
  /** Sources that the pages may send requests to. */
  readonly connectSources: readonly string[];
}

/** The editor, which other origins may show in a frame where the settings allow them. */
const EMBEDDABLE = '/verify/*';

export class WebHosting extends Construct {
  readonly url: string;
  readonly bucket: IBucket;

  constructor(scope: Construct, id: string, props: WebHostingProps) {
    super(scope, id);
    this.bucket = this.#addBucket(props);
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
    this.url = `https://${distribution.distributionDomainName}`;
  }

  /** Without versions: the files can be deployed again at any time, and a bucket with versions could not be removed. */
  #addBucket({ storage }: WebHostingProps): IBucket {
    return asBucket(
      new Bucket(this, 'Site', {
        // The files are public; the data's KMS key would have to be accessible for CloudFront.
        encryption: BucketEncryption.S3_MANAGED,
        blockPublicAccess: BlockPublicAccess.BLOCK_ALL,
        enforceSSL: true,
        serverAccessLogsBucket: storage.accessLogs,
        serverAccessLogsPrefix: 'site/',
        lifecycleRules: [{ abortIncompleteMultipartUploadAfter: Duration.days(1) }],
        removalPolicy: RemovalPolicy.DESTROY,
      }),
    );
  }

  #addDistribution({ settings, storage, site, connectSources }: WebHostingProps): Distribution {
    const frameAncestors = settings.web?.frameAncestors ?? [];
    const addresses = new CloudFrontFunction(this, 'Addresses', {
      comment: `Tearline ${settings.stage}: the addresses of the application`,
      code: FunctionCode.fromInline(viewerRequestCode(site.addresses)),
      runtime: FunctionRuntime.JS_2_0,
    });
    const headers = (id: string, ancestors: readonly string[]): ResponseHeadersPolicy =>
      addSecurityHeaders(this, id, {
        // Names are those of the AWS account, in all regions.
        name: `tearline-${settings.stage}-${Aws.REGION}-${kebabCase(id)}`,
        site,
        connectSources,
        frameAncestors: ancestors,
      });
    const origin = S3BucketOrigin.withOriginAccessControl(this.bucket);
    const behavior = (responseHeadersPolicy: ResponseHeadersPolicy): BehaviorOptions => ({
      origin,
      viewerProtocolPolicy: ViewerProtocolPolicy.REDIRECT_TO_HTTPS,
      responseHeadersPolicy,
      compress: true,
      functionAssociations: [{ function: addresses, eventType: FunctionEventType.VIEWER_REQUEST }],
    });
    return new Distribution(this, 'Distribution', {
      comment: `Tearline ${settings.stage}: the web interface`,
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
