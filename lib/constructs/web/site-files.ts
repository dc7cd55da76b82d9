/** The files of the web interface in its bucket: those of the build, and those that name this deployment's addresses. */
import { Duration, Stack } from 'aws-cdk-lib';
import { BucketDeployment, CacheControl, Source } from 'aws-cdk-lib/aws-s3-deployment';
import { CfnBucket } from 'aws-cdk-lib/aws-s3';
import type { IBucket } from 'aws-cdk-lib/aws-s3';
import { Construct } from 'constructs';
import { acknowledge } from '../acknowledge.ts';
import { addLogGroup } from '../functions/log-group.ts';
import type { LogSettings } from '../functions/log-group.ts';
import { restrictConnections } from './security-policy.ts';
import { NOT_DEPLOYED } from './site.ts';
import type { Site } from './site.ts';

export interface SiteFilesProps extends LogSettings {
  readonly site: Site;
  readonly bucket: IBucket;
  /** Metadata of every file. */
  readonly metadata?: Readonly<Record<string, string>> | undefined;
  /** config.json, as web/src/app/load-config.ts reads it. */
  readonly config: Readonly<Record<string, unknown>>;
  /** Addresses that the pages may send requests to, beside the distribution itself. */
  readonly connectSources: readonly string[];
}

const ASSETS = 'assets/*';
/** Files with a hash of their content in their name. */
const IMMUTABLE = [CacheControl.setPublic(), CacheControl.maxAge(Duration.days(365)), CacheControl.immutable()];
/** CloudFront keeps these for a second: the shortest time of its cache policy. */
const CHECKED = [CacheControl.noCache()];

export class SiteFiles extends Construct {
  constructor(scope: Construct, id: string, props: SiteFilesProps) {
    super(scope, id);
    const { site, bucket, metadata, config, connectSources } = props;
    const logGroup = addLogGroup(this, 'Logs', props);
    // Files of earlier versions stay: pages that are open during an update still load their parts.
    const common = {
      destinationBucket: bucket,
      prune: false,
      retainOnDelete: false,
      logGroup,
      ...(metadata === undefined ? {} : { metadata }),
    };
    const assets = new BucketDeployment(this, 'Assets', {
      ...common,
      sources: [Source.asset(site.folder, { exclude: ['*', '!assets', `!${ASSETS}`, ...NOT_DEPLOYED] })],
      cacheControl: IMMUTABLE,
    });
    const pages = new BucketDeployment(this, 'Pages', {
      ...common,
      sources: [
        Source.asset(site.folder, { exclude: ['assets', ...NOT_DEPLOYED] }),
        Source.data('index.html', restrictConnections(site.indexHtml, connectSources)),
        Source.jsonData('config.json', config),
      ],
      cacheControl: CHECKED,
    });
    // The new pages name the new assets.
    pages.node.addDependency(assets);
    this.#acknowledge(bucket);
  }

  #acknowledge(bucket: IBucket): void {
    const stack = Stack.of(this);
    const handler = stack.node.children.find(({ node }) => node.id.startsWith(HANDLER));
    if (!(handler instanceof Construct)) throw new Error('BucketDeployment uses other construct ids than expected.');
    const cfnBucket = bucket.node.defaultChild;
    if (!(cfnBucket instanceof CfnBucket)) throw new Error('The bucket is not one of this stack.');
    const own = String(stack.resolve(cfnBucket.logicalId));
    acknowledge(
      handler,
      {
        id: 'AwsSolutions-IAM4[Policy::arn:<AWS::Partition>:iam::aws:policy/service-role/AWSLambdaBasicExecutionRole]',
        reason: 'Copies the files while the stack is deployed; this policy only writes its logs.',
      },
      { id: 'AwsSolutions-L1', reason: 'CDK chooses the runtime of its own function.' },
      ...[
        'Action::s3:GetBucket*',
        'Action::s3:GetObject*',
        'Action::s3:List*',
        'Action::s3:DeleteObject*',
        'Action::s3:Abort*',
        'Resource::arn:<AWS::Partition>:s3:::cdk-hnb659fds-assets-<AWS::AccountId>-<AWS::Region>/*',
        `Resource::<${own}.Arn>/*`,
      ].map((finding) => ({
        id: `AwsSolutions-IAM5[${finding}]`,
        reason: "Reads the bootstrap bucket and writes the site's bucket, as CDK's own construct grants it.",
      })),
    );
  }
}

/** Id prefix of the construct that BucketDeployment adds once per stack. */
const HANDLER = 'Custom::CDKBucketDeployment';
