/** The network of Parse: what can be reached from it. */
import { describe, expect, it } from 'vitest';
import { CHANGED_PROD } from './templates/changed-stages.ts';
import { nameOf, spell } from './permissions/read-permissions.ts';
import { synthesise } from './templates/synthesise.ts';
import type { Resource } from './templates/synthesise.ts';

const { stack } = synthesise('prod');
const ofType = (type: string, of = stack): [string, Resource][] =>
  Object.entries(of).filter(([, { Type }]) => Type === type);
const only = (type: string): Resource['Properties'] => {
  const found = ofType(type);
  expect(found, type).toHaveLength(1);
  return found[0]?.[1].Properties ?? {};
};

describe('The network of Parse', () => {
  it('has Parse in it, and no other function', () => {
    const inside = ofType('AWS::Lambda::Function').filter(
      ([, { Properties }]) => Properties['VpcConfig'] !== undefined,
    );
    expect(inside.map(([id]) => nameOf(id))).toEqual(['ParsingParseFunction']);
    const config = inside[0]?.[1].Properties['VpcConfig'] as { SubnetIds: unknown[]; SecurityGroupIds: unknown[] };
    expect(config.SubnetIds).toHaveLength(2);
    expect(config.SecurityGroupIds.map(spell)).toEqual(['ParsingNetworkGroup']);
  });

  it('has no way to the internet: no gateway, no NAT, no address, and no route but that to S3', () => {
    for (const type of [
      'AWS::EC2::InternetGateway',
      'AWS::EC2::EgressOnlyInternetGateway',
      'AWS::EC2::NatGateway',
      'AWS::EC2::EIP',
      'AWS::EC2::Route',
      'AWS::EC2::VPCPeeringConnection',
    ])
      expect(ofType(type), type).toEqual([]);
    expect(ofType('AWS::EC2::Subnet').map(([, { Properties }]) => Properties['MapPublicIpOnLaunch'])).toEqual([
      false,
      false,
    ]);
    const endpoint = only('AWS::EC2::VPCEndpoint');
    expect(endpoint['VpcEndpointType']).toBe('Gateway');
    expect(spell(endpoint['ServiceName'])).toBe('com.amazonaws.<Region>.s3');
    expect(endpoint['RouteTableIds']).toHaveLength(2);
  });

  it('reaches files of accounts in the bucket of documents, to read and to write them, and no other bucket', () => {
    const { Statement } = only('AWS::EC2::VPCEndpoint')['PolicyDocument'] as { Statement: unknown[] };
    expect(Statement).toHaveLength(1);
    const [statement] = Statement as [Readonly<Record<string, unknown>>];
    expect({ ...statement, Resource: spell(statement['Resource']) }).toEqual({
      Effect: 'Allow',
      Principal: { AWS: '*' },
      Action: ['s3:GetObject', 's3:PutObject'],
      Resource: 'StorageDocuments/accounts/*',
    });
  });

  it('lets HTTPS out and nothing in', () => {
    const group = only('AWS::EC2::SecurityGroup');
    expect(group['SecurityGroupIngress']).toBeUndefined();
    expect(group['SecurityGroupEgress']).toEqual([
      expect.objectContaining({ IpProtocol: 'tcp', FromPort: 443, ToPort: 443 }),
    ]);
    expect(ofType('AWS::EC2::SecurityGroupIngress')).toEqual([]);
    expect(ofType('AWS::EC2::SecurityGroupEgress')).toEqual([]);
  });

  it('finds the address of the bucket, and of no other name: lookups would carry data out', () => {
    const rules = only('AWS::Route53Resolver::FirewallRuleGroup')['FirewallRules'] as Readonly<
      Record<string, unknown>
    >[];
    const domainsOf = (rule: Readonly<Record<string, unknown>>): unknown => {
      const list = spell(rule['FirewallDomainListId']);
      const [found] = ofType('AWS::Route53Resolver::FirewallDomainList').filter(([id]) => id.startsWith(list));
      return (found?.[1].Properties['Domains'] as unknown[]).map(spell);
    };
    expect(
      [...rules]
        .sort((a, b) => Number(a['Priority']) - Number(b['Priority']))
        .map((rule) => [rule['Action'], rule['BlockResponse'], domainsOf(rule)]),
    ).toEqual([
      ['ALLOW', undefined, ['StorageDocuments']],
      ['BLOCK', 'NXDOMAIN', ['*']],
    ]);
    expect(spell(only('AWS::Route53Resolver::FirewallRuleGroupAssociation')['VpcId'])).toBe('ParsingNetworkVpc');
  });

  it('records what was refused, for the days that logs are kept', () => {
    const log = only('AWS::EC2::FlowLog');
    expect(log['TrafficType']).toBe('REJECT');
    expect(spell(log['LogGroupName'])).toBe('ParsingNetworkRefusedLogs');
  });

  it('is absent where the settings do without', () => {
    const without = synthesise(CHANGED_PROD).stack;
    const network = Object.values(without).filter(({ Type }) => /^AWS::(EC2|Route53Resolver)::/.test(Type));
    expect(network).toEqual([]);
    expect(synthesise('dev').settings.parsing.isolatedNetwork).toBe(false);
  });
});
