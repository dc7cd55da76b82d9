/** Hosting of the web interface: a private bucket behind CloudFront, to which the site is deployed. */
import { Duration, RemovalPolicy } from 'aws-cdk-lib';
import {
  Distribution,
  HttpVersion,
  PriceClass,
  ResponseHeadersPolicy,
  ViewerProtocolPolicy,
} from 'aws-cdk-lib/aws-cloudfront';
import { S3BucketOrigin } from 'aws-cdk-lib/aws-cloudfront-origins';
import { BlockPublicAccess, Bucket, BucketEncryption } from 'aws-cdk-lib/aws-s3';
import { Construct } from 'constructs';
import type { StageSettings } from '../../settings.ts';
import { acknowledge } from '../acknowledge.ts';
import { asBucket } from '../data/storage.ts';
import type { Storage } from '../data/storage.ts';

export interface WebHostingProps {
  readonly settings: StageSettings;
  readonly storage: Storage;
}

export class WebHosting extends Construct {
  readonly url: string;

  constructor(scope: Construct, id: string, { settings, storage }: WebHostingProps) {
    super(scope, id);
    const site = asBucket(
      new Bucket(this, 'Site', {
        // The files are public; the data's KMS key would have to be accessible for CloudFront.
        encryption: BucketEncryption.S3_MANAGED,
        blockPublicAccess: BlockPublicAccess.BLOCK_ALL,
        enforceSSL: true,
        versioned: true,
        serverAccessLogsBucket: storage.accessLogs,
        serverAccessLogsPrefix: 'site/',
        lifecycleRules: [
          {
            noncurrentVersionExpiration: Duration.days(settings.data.deletedFilesKeptDays),
            abortIncompleteMultipartUploadAfter: Duration.days(1),
          },
        ],
        // The site can be deployed again at any time.
        removalPolicy: RemovalPolicy.DESTROY,
      }),
    );
    const distribution = new Distribution(this, 'Distribution', {
      comment: `Tearline ${settings.stage}: the web interface`,
      defaultRootObject: 'index.html',
      defaultBehavior: {
        origin: S3BucketOrigin.withOriginAccessControl(site),
        viewerProtocolPolicy: ViewerProtocolPolicy.REDIRECT_TO_HTTPS,
        responseHeadersPolicy: ResponseHeadersPolicy.SECURITY_HEADERS,
        compress: true,
      },
      // The web interface routes in the browser. S3 answers 403 for missing keys, because listing is not allowed.
      errorResponses: [
        { httpStatus: 403, responseHttpStatus: 200, responsePagePath: '/index.html', ttl: Duration.minutes(1) },
      ],
      httpVersion: HttpVersion.HTTP2_AND_3,
      priceClass: PriceClass.PRICE_CLASS_100,
      enableLogging: true,
      logBucket: storage.accessLogs,
      logFilePrefix: 'web/',
      logIncludesCookies: false,
    });
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
}
