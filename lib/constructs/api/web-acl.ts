/** The firewall of the API: one rate rule per IP address, in addition to the rate limits of the plans. */
import type { RestApi } from 'aws-cdk-lib/aws-apigateway';
import { CfnWebACL, CfnWebACLAssociation } from 'aws-cdk-lib/aws-wafv2';
import { Construct } from 'constructs';
import type { StageSettings } from '../../settings.ts';

export interface WebAclProps {
  readonly settings: StageSettings;
  readonly api: RestApi;
}

export class WebAcl extends Construct {
  constructor(scope: Construct, id: string, { settings, api }: WebAclProps) {
    super(scope, id);
    const visibility = (metricName: string) => ({
      cloudWatchMetricsEnabled: true,
      sampledRequestsEnabled: false,
      metricName: `tearline-${settings.stage}-${metricName}`,
    });
    const acl = new CfnWebACL(this, 'Acl', {
      scope: 'REGIONAL',
      defaultAction: { allow: {} },
      visibilityConfig: visibility('acl'),
      rules: [
        {
          name: 'RequestsOfOneAddress',
          priority: 0,
          action: { block: {} },
          statement: {
            rateBasedStatement: {
              aggregateKeyType: 'IP',
              limit: settings.api.requestsPerAddress,
              evaluationWindowSec: 300,
            },
          },
          visibilityConfig: visibility('rate'),
        },
      ],
    });
    new CfnWebACLAssociation(this, 'Association', {
      webAclArn: acl.attrArn,
      resourceArn: api.deploymentStage.stageArn,
    });
  }
}
