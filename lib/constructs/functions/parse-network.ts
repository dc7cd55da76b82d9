/**
 * The network of Parse: isolated subnets without an internet gateway or NAT. The only way out is a gateway endpoint to S3,
 * whose policy allows the bucket of documents. The DNS firewall answers for the bucket's name and for no other, since
 * lookups would carry data out.
 */
import {
  FlowLogDestination,
  FlowLogTrafficType,
  GatewayVpcEndpointAwsService,
  IpAddresses,
  Peer,
  Port,
  SecurityGroup,
  SubnetType,
  Vpc,
} from 'aws-cdk-lib/aws-ec2';
import type { ISecurityGroup, IVpc } from 'aws-cdk-lib/aws-ec2';
import { AnyPrincipal, PolicyStatement } from 'aws-cdk-lib/aws-iam';
import type { IKey } from 'aws-cdk-lib/aws-kms';
import {
  CfnFirewallDomainList,
  CfnFirewallRuleGroup,
  CfnFirewallRuleGroupAssociation,
} from 'aws-cdk-lib/aws-route53resolver';
import { Construct } from 'constructs';
import type { StageSettings } from '../../settings.ts';
import { ACCOUNTS_PREFIX } from '../data/storage.ts';
import type { Storage } from '../data/storage.ts';
import { addLogGroup } from './log-group.ts';

export interface ParseNetworkProps {
  readonly settings: StageSettings;
  readonly key: IKey;
  readonly storage: Storage;
}

/** Addresses of a subnet: Lambda shares a few interfaces among all environments of a function. */
const SUBNET_MASK = 24;
const HTTPS = 443;
/** Between 100 and 9900. */
const FIREWALL_PRIORITY = 101;

export class ParseNetwork extends Construct {
  readonly vpc: IVpc;
  readonly securityGroup: ISecurityGroup;

  constructor(scope: Construct, id: string, props: ParseNetworkProps) {
    super(scope, id);
    const vpc = new Vpc(this, 'Vpc', {
      ipAddresses: IpAddresses.cidr('10.0.0.0/20'),
      maxAzs: 2,
      natGateways: 0,
      subnetConfiguration: [{ name: 'Parse', subnetType: SubnetType.PRIVATE_ISOLATED, cidrMask: SUBNET_MASK }],
      // Nothing uses the default group; emptying it would take a function with permissions of its own.
      restrictDefaultSecurityGroup: false,
    });
    // With exactOptionalPropertyTypes, CDK's class is not assignable to its own interface.
    this.vpc = vpc as IVpc;
    this.#allowBucket(vpc, props.storage);
    this.securityGroup = this.#makeGroup();
    this.#answerNoOtherName(vpc, props);
    vpc.addFlowLog('Refused', {
      destination: FlowLogDestination.toCloudWatchLogs(addLogGroup(this, 'RefusedLogs', props)),
      trafficType: FlowLogTrafficType.REJECT,
    });
  }

  #allowBucket(vpc: Vpc, { documents }: Storage): void {
    const endpoint = vpc.addGatewayEndpoint('S3', { service: GatewayVpcEndpointAwsService.S3 });
    endpoint.addToPolicy(
      new PolicyStatement({
        principals: [new AnyPrincipal()],
        actions: ['s3:GetObject', 's3:PutObject'],
        resources: [documents.arnForObjects(`${ACCOUNTS_PREFIX}*`)],
      }),
    );
  }

  /**
   * HTTPS to any address: the route table knows those of S3 alone. CloudFormation cannot look up the id of S3's list of
   * addresses, which differs by region.
   */
  #makeGroup(): SecurityGroup {
    const group = new SecurityGroup(this, 'Group', {
      vpc: this.vpc,
      allowAllOutbound: false,
      description: 'Parse: HTTPS to S3, nothing else',
    });
    group.addEgressRule(Peer.anyIpv4(), Port.tcp(HTTPS), 'HTTPS; the only route is to S3');
    return group;
  }

  #answerNoOtherName(vpc: Vpc, { settings, storage }: ParseNetworkProps): void {
    const list = (id: string, domains: string[]): string => new CfnFirewallDomainList(this, id, { domains }).attrId;
    const group = new CfnFirewallRuleGroup(this, 'Names', {
      name: `tearline-${settings.stage}-parse`,
      firewallRules: [
        {
          priority: 1,
          action: 'ALLOW',
          firewallDomainListId: list('BucketName', [storage.documents.bucketRegionalDomainName]),
          // S3 answers with an alias.
          firewallDomainRedirectionAction: 'TRUST_REDIRECTION_DOMAIN',
        },
        {
          priority: 2,
          action: 'BLOCK',
          blockResponse: 'NXDOMAIN',
          firewallDomainListId: list('OtherNames', ['*']),
        },
      ],
    });
    new CfnFirewallRuleGroupAssociation(this, 'NamesOfNetwork', {
      firewallRuleGroupId: group.attrId,
      priority: FIREWALL_PRIORITY,
      vpcId: vpc.vpcId,
    });
  }
}
