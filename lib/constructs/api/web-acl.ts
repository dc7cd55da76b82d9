/** The firewall of the API: rate rules per IP address, one of them for anonymous requests. */
import type { RestApi } from 'aws-cdk-lib/aws-apigateway';
import { CfnWebACL, CfnWebACLAssociation } from 'aws-cdk-lib/aws-wafv2';
import { Construct } from 'constructs';
import type { StageSettings } from '../../settings.ts';

export interface WebAclProps {
  readonly settings: StageSettings;
  readonly api: RestApi;
}

/** The least limit of a rate rule. */
const LEAST_LIMIT = 10;
/** Of the requests of an address, half may be anonymous: a web page sends a preflight before each request. */
const ANONYMOUS_SHARE = 2;

const PLAIN = [{ priority: 0, type: 'NONE' }];

/** No header Authorization. One that is invalid is refused by the authorizer, or by its cached result. */
const anonymous: CfnWebACL.StatementProperty = {
  notStatement: {
    statement: {
      sizeConstraintStatement: {
        fieldToMatch: { singleHeader: { Name: 'authorization' } },
        comparisonOperator: 'GT',
        size: 0,
        textTransformations: PLAIN,
      },
    },
  },
};

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
          name: 'AnonymousRequestsOfOneAddress',
          priority: 0,
          action: { block: {} },
          statement: {
            rateBasedStatement: {
              aggregateKeyType: 'IP',
              limit: Math.max(LEAST_LIMIT, Math.floor(settings.api.requestsPerAddress / ANONYMOUS_SHARE)),
              evaluationWindowSec: 300,
              scopeDownStatement: anonymous,
            },
          },
          visibilityConfig: visibility('anonymous-rate'),
        },
        {
          name: 'RequestsOfOneAddress',
          priority: 1,
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
