/**
 * The web interface by API Gateway, from a private bucket: for accounts that may not create a CloudFront distribution. It
 * needs an own domain, since the address of API Gateway has a path before that of the pages.
 */
import { Aws, Size } from 'aws-cdk-lib';
import {
  AwsIntegration,
  ContentHandling,
  EndpointType,
  MethodLoggingLevel,
  RestApi,
  SecurityPolicy,
} from 'aws-cdk-lib/aws-apigateway';
import type { IntegrationResponse, IResource } from 'aws-cdk-lib/aws-apigateway';
import { Certificate } from 'aws-cdk-lib/aws-certificatemanager';
import { Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { ApiGateway } from 'aws-cdk-lib/aws-route53-targets';
import type { IBucket } from 'aws-cdk-lib/aws-s3';
import { Construct } from 'constructs';
import { acknowledge } from '../acknowledge.ts';
import { addRecord } from '../api/own-domain.ts';
import { grant } from '../permission.ts';
import type { OwnHost } from '../../settings/hosting.ts';
import { policyOf } from './security-policy.ts';
import type { WebDistributionProps } from './web-distribution.ts';
import { addSiteBucket } from './web-host.ts';
import type { WebHost } from './web-host.ts';

/** The content security policy is metadata of every file: API Gateway takes no header with quotes in its settings. */
const POLICY_METADATA = 'content-security-policy';
const FILE = 'file';
/** Headers of S3 that are repeated. */
const REPEATED = ['Content-Type', 'Cache-Control', 'ETag', 'Last-Modified'];

export interface WebGatewayProps extends WebDistributionProps {
  readonly host: OwnHost;
}

export class WebGateway extends Construct implements WebHost {
  readonly url: string;
  readonly origin: string;
  readonly bucket: IBucket;
  readonly target: string;
  readonly metadata: Readonly<Record<string, string>>;

  constructor(scope: Construct, id: string, { settings, storage, site, connectSources, host }: WebGatewayProps) {
    super(scope, id);
    this.bucket = addSiteBucket(this, storage);
    this.url = `https://${host.name}`;
    this.origin = this.url;
    this.metadata = { [POLICY_METADATA]: policyOf({ site, connectSources, frameAncestors: [] }) };
    const api = new RestApi(this, 'Rest', {
      restApiName: `tearline-${settings.stage}-web`,
      description: `Tearline ${settings.stage}: the web interface`,
      endpointTypes: [EndpointType.REGIONAL],
      disableExecuteApiEndpoint: true,
      binaryMediaTypes: ['*/*'],
      minCompressionSize: Size.kibibytes(1),
      cloudWatchRole: false,
      domainName: {
        domainName: host.name,
        certificate: Certificate.fromCertificateArn(this, 'Certificate', host.certificateArn),
        endpointType: EndpointType.REGIONAL,
        securityPolicy: SecurityPolicy.TLS_1_2,
      },
      deployOptions: { stageName: 'web', tracingEnabled: false, loggingLevel: MethodLoggingLevel.OFF },
    });
    // CDK's own output of an address that does not answer.
    api.node.tryRemoveChild('Endpoint');
    this.target = api.domainName?.domainNameAliasDomainName ?? '';
    addRecord(this, host, new ApiGateway(api));
    const role = this.#addRole();
    const headers = { ...site.headers, 'strict-transport-security': 'max-age=31536000' };
    const add = (resource: IResource, key: string): void => {
      addFile({ resource, role, key: `${this.bucket.bucketName}/${key}`, headers });
    };
    for (const address of site.addresses) {
      // The patterns of TanStack Router, `$name`, are `{name}` here.
      const path = address.replaceAll(/\$(\w+)/g, '{$1}');
      add(path === '/' ? api.root : api.root.resourceForPath(path), 'index.html');
    }
    add(api.root.addResource(`{${FILE}+}`), `{${FILE}}`);
    acknowledge(
      api,
      { id: 'AwsSolutions-APIG1', reason: 'The bucket logs every access to a file.' },
      { id: 'AwsSolutions-APIG2', reason: 'The requests have no parameters and no body.' },
      { id: 'AwsSolutions-APIG3', reason: 'The files are public; the API has its own firewall.' },
      { id: 'AwsSolutions-APIG4', reason: 'The files are public.' },
      { id: 'AwsSolutions-APIG6', reason: 'The bucket logs every access to a file.' },
      { id: 'AwsSolutions-COG4', reason: 'The files are public.' },
    );
  }

  #addRole(): Role {
    const role = new Role(this, 'Role', {
      assumedBy: new ServicePrincipal('apigateway.amazonaws.com'),
      description: 'Reads the files of the web interface',
    });
    grant(role, {
      actions: ['s3:GetObject'],
      resources: [this.bucket.arnForObjects('*')],
      wildcard: 'All files of the web interface, which are public.',
    });
    return role;
  }
}

interface ServedFile {
  readonly resource: IResource;
  readonly role: Role;
  /** Bucket and key; `{file}` stands for the path of the request. */
  readonly key: string;
  readonly headers: Readonly<Record<string, string>>;
}

const addFile = ({ resource, role, key, headers }: ServedFile): void => {
  const isPattern = key.endsWith(`{${FILE}}`);
  const constants = Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [`method.response.header.${name}`, `'${value}'`]),
  );
  const repeated = Object.fromEntries([
    ...REPEATED.map((name) => [`method.response.header.${name}`, `integration.response.header.${name}`]),
    ['method.response.header.Content-Security-Policy', `integration.response.header.x-amz-meta-${POLICY_METADATA}`],
  ]) as Record<string, string>;
  const responses: (IntegrationResponse & { readonly responseParameters: Record<string, string> })[] = [
    { statusCode: '200', responseParameters: { ...constants, ...repeated } },
    { statusCode: '304', selectionPattern: '304', responseParameters: { ...constants, ...repeated } },
    // S3 answers 403 for missing keys, because listing is not allowed.
    {
      statusCode: '404',
      selectionPattern: '4\\d{2}',
      responseParameters: { ...constants, 'method.response.header.Content-Type': "'text/plain'" },
      contentHandling: ContentHandling.CONVERT_TO_TEXT,
      responseTemplates: { 'application/xml': 'There is no such page.' },
    },
  ];
  resource.addMethod(
    'GET',
    new AwsIntegration({
      service: 's3',
      region: Aws.REGION,
      integrationHttpMethod: 'GET',
      path: key,
      options: {
        credentialsRole: role,
        requestParameters: {
          'integration.request.header.If-None-Match': 'method.request.header.If-None-Match',
          ...(isPattern ? { [`integration.request.path.${FILE}`]: `method.request.path.${FILE}` } : {}),
        },
        integrationResponses: responses,
      },
    }),
    {
      requestParameters: {
        'method.request.header.If-None-Match': false,
        ...(isPattern ? { [`method.request.path.${FILE}`]: true } : {}),
      },
      methodResponses: responses.map(({ statusCode, responseParameters }) => ({
        statusCode,
        responseParameters: Object.fromEntries(Object.keys(responseParameters).map((name) => [name, true])),
      })),
    },
  );
};
