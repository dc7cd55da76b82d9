/** The record of an own domain in Route 53. */
import { ARecord, HostedZone, RecordTarget } from 'aws-cdk-lib/aws-route53';
import type { IAliasRecordTarget } from 'aws-cdk-lib/aws-route53';
import type { Construct } from 'constructs';
import type { OwnHost } from '../../settings/hosting.ts';

/** Adds the record where the settings name the hosted zone. */
export const addRecord = (scope: Construct, { name, hostedZone }: OwnHost, target: IAliasRecordTarget): void => {
  if (hostedZone === undefined) return;
  const zone = HostedZone.fromHostedZoneAttributes(scope, 'Zone', {
    hostedZoneId: hostedZone.id,
    zoneName: hostedZone.name,
  });
  // The full name, with a dot at its end: CDK would otherwise add the name of the zone to it.
  new ARecord(scope, 'Record', { zone, recordName: `${name}.`, target: RecordTarget.fromAlias(target) });
};
