/**
 * AWS prices in US dollars without tax, US East (N. Virginia), as of November 2026. Other regions differ by up to a
 * third.
 *
 * The price pages could not be accessed. `checked` prices were compared with public texts of 2025 and 2026 that quote
 * the page. Compare the others with their page before you rely on a bill. Free tiers, volume tiers and savings plans
 * are not considered: for the quantities that are counted, the real bill is not higher.
 */
export interface Price {
  readonly service: string;
  readonly usd: number;
  /** Number of units that cost `usd`. */
  readonly per: number;
  readonly unit: string;
  /** The page with the price. */
  readonly page: string;
  /** Whether the price was compared with public texts that quote the page. */
  readonly checked: boolean;
}

const lambda = 'aws.amazon.com/lambda/pricing';
const s3 = 'aws.amazon.com/s3/pricing';
const dynamoDb = 'aws.amazon.com/dynamodb/pricing/on-demand';
const cloudWatch = 'aws.amazon.com/cloudwatch/pricing';
const sageMaker = 'aws.amazon.com/sagemaker/ai/pricing';
const waf = 'aws.amazon.com/waf/pricing';
const kms = 'aws.amazon.com/kms/pricing';

const MILLION = 1_000_000;

export const PRICES = {
  lambdaRequest: { service: 'Lambda', usd: 0.2, per: MILLION, unit: 'requests', page: lambda, checked: true },
  lambdaArmGbSecond: {
    service: 'Lambda',
    usd: 0.0000133334,
    per: 1,
    unit: 'GB-s on arm64',
    page: lambda,
    checked: true,
  },
  lambdaX86GbSecond: { service: 'Lambda', usd: 0.0000166667, per: 1, unit: 'GB-s on x86', page: lambda, checked: true },
  lambdaStorageGbSecond: {
    service: 'Lambda',
    usd: 0.0000000309,
    per: 1,
    unit: 'GB-s of /tmp above 0.5 GB',
    page: lambda,
    checked: true,
  },
  stateTransition: {
    service: 'Step Functions',
    usd: 25,
    per: MILLION,
    unit: 'state transitions',
    page: 'aws.amazon.com/step-functions/pricing',
    checked: true,
  },
  s3GbMonth: { service: 'S3', usd: 0.023, per: 1, unit: 'GB-months', page: s3, checked: false },
  s3Write: { service: 'S3', usd: 5, per: MILLION, unit: 'PUT, POST and LIST requests', page: s3, checked: false },
  s3Read: { service: 'S3', usd: 0.4, per: MILLION, unit: 'GET and HEAD requests', page: s3, checked: false },
  tableWrite: { service: 'DynamoDB', usd: 0.625, per: MILLION, unit: 'write units', page: dynamoDb, checked: true },
  tableRead: { service: 'DynamoDB', usd: 0.125, per: MILLION, unit: 'read units', page: dynamoDb, checked: true },
  tableGbMonth: {
    service: 'DynamoDB',
    usd: 0.25,
    per: 1,
    unit: 'GB-months of rows and index',
    page: dynamoDb,
    checked: false,
  },
  tableBackupGbMonth: {
    service: 'DynamoDB',
    usd: 0.2,
    per: 1,
    unit: 'GB-months of point-in-time recovery',
    page: dynamoDb,
    checked: false,
  },
  endpointGbSecond: {
    service: 'SageMaker',
    usd: 0.00002,
    per: 1,
    unit: 'GB-s of serverless inference',
    page: sageMaker,
    checked: false,
  },
  endpointGb: {
    service: 'SageMaker',
    usd: 0.016,
    per: 1,
    unit: 'GB to and from the endpoint',
    page: sageMaker,
    checked: false,
  },
  endpointInstanceHour: {
    service: 'SageMaker',
    usd: 0.115,
    per: 1,
    unit: 'hours of ml.m5.large',
    page: sageMaker,
    checked: true,
  },
  apiRequest: {
    service: 'API Gateway',
    usd: 3.5,
    per: MILLION,
    unit: 'REST requests',
    page: 'aws.amazon.com/api-gateway/pricing',
    checked: true,
  },
  wafAcl: { service: 'WAF', usd: 5, per: 1, unit: 'web ACLs', page: waf, checked: false },
  wafRule: { service: 'WAF', usd: 1, per: 1, unit: 'rules', page: waf, checked: false },
  wafRequest: { service: 'WAF', usd: 0.6, per: MILLION, unit: 'requests', page: waf, checked: false },
  webRequest: {
    service: 'CloudFront',
    usd: 1,
    per: MILLION,
    unit: 'HTTPS requests for the web interface',
    page: 'aws.amazon.com/cloudfront/pricing',
    checked: false,
  },
  logGb: { service: 'CloudWatch', usd: 0.5, per: 1, unit: 'GB of logs taken in', page: cloudWatch, checked: true },
  logGbMonth: { service: 'CloudWatch', usd: 0.03, per: 1, unit: 'GB-months of logs', page: cloudWatch, checked: false },
  alarmMetric: {
    service: 'CloudWatch',
    usd: 0.1,
    per: 1,
    unit: 'metrics watched by alarms',
    page: cloudWatch,
    checked: false,
  },
  dashboard: { service: 'CloudWatch', usd: 3, per: 1, unit: 'dashboards', page: cloudWatch, checked: true },
  customMetric: {
    service: 'CloudWatch',
    usd: 0.3,
    per: 1,
    unit: "metrics of the gateway's methods and of logs",
    page: cloudWatch,
    checked: true,
  },
  trace: {
    service: 'X-Ray',
    usd: 5,
    per: MILLION,
    unit: 'traces',
    page: 'aws.amazon.com/xray/pricing',
    checked: false,
  },
  kmsKey: { service: 'KMS', usd: 1, per: 1, unit: 'keys', page: kms, checked: false },
  kmsRequest: { service: 'KMS', usd: 3, per: MILLION, unit: 'requests', page: kms, checked: false },
  mail: { service: 'SES', usd: 100, per: MILLION, unit: 'mails', page: 'aws.amazon.com/ses/pricing', checked: false },
  event: {
    service: 'EventBridge',
    usd: 1,
    per: MILLION,
    unit: 'events',
    page: 'aws.amazon.com/eventbridge/pricing',
    checked: false,
  },
  eventArchiveGb: {
    service: 'EventBridge',
    usd: 0.1,
    per: 1,
    unit: 'GB archived',
    page: 'aws.amazon.com/eventbridge/pricing',
    checked: false,
  },
  imageGbMonth: {
    service: 'ECR',
    usd: 0.1,
    per: 1,
    unit: 'GB-months of the model image',
    page: 'aws.amazon.com/ecr/pricing',
    checked: false,
  },
  dataEvent: {
    service: 'CloudTrail',
    usd: 1,
    per: MILLION,
    unit: 'data events',
    page: 'aws.amazon.com/cloudtrail/pricing',
    checked: true,
  },
  dataOutGb: {
    service: 'Data out',
    usd: 0.09,
    per: 1,
    unit: 'GB to the internet',
    page: 'aws.amazon.com/ec2/pricing/on-demand',
    checked: true,
  },
} as const satisfies Readonly<Record<string, Price>>;

export type PriceName = keyof typeof PRICES;
