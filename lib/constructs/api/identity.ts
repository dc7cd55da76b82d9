/** Users: the user pool, its app client for the web interface, and the first administrator. */
import { CfnCondition, Duration, Fn, RemovalPolicy } from 'aws-cdk-lib';
import type { CfnParameter } from 'aws-cdk-lib';
import { AccountRecovery, CfnUserPoolUser, FeaturePlan, Mfa, UserPool } from 'aws-cdk-lib/aws-cognito';
import type { UserPoolClient } from 'aws-cdk-lib/aws-cognito';
import { Construct } from 'constructs';
import type { StageSettings } from '../../settings.ts';
import { acknowledge } from '../acknowledge.ts';
import type { ServiceFunction } from '../functions/service-function.ts';

export interface IdentityProps {
  readonly settings: StageSettings;
  readonly admin: Administrator;
}

/** The administrator's e-mail address, an optional parameter of the deployment. */
export class Administrator extends Construct {
  readonly address: string;
  readonly given: CfnCondition;

  constructor(scope: Construct, id: string, parameter: CfnParameter) {
    super(scope, id);
    this.address = parameter.valueAsString;
    this.given = new CfnCondition(this, 'Given', {
      expression: Fn.conditionNot(Fn.conditionEquals(parameter.valueAsString, '')),
    });
  }
}

export class Identity extends Construct {
  readonly userPool: UserPool;
  readonly #client: UserPoolClient;

  constructor(scope: Construct, id: string, { settings, admin }: IdentityProps) {
    super(scope, id);
    this.userPool = new UserPool(this, 'Users', {
      selfSignUpEnabled: false,
      signInAliases: { email: true },
      signInCaseSensitive: false,
      accountRecovery: AccountRecovery.EMAIL_ONLY,
      mfa: Mfa.OPTIONAL,
      mfaSecondFactor: { sms: false, otp: true },
      passwordPolicy: {
        minLength: 12,
        requireLowercase: true,
        requireUppercase: true,
        requireDigits: true,
        requireSymbols: true,
        tempPasswordValidity: Duration.days(3),
      },
      featurePlan: FeaturePlan.ESSENTIALS,
      deletionProtection: settings.data.keptOnRemoval,
      removalPolicy: settings.data.keptOnRemoval ? RemovalPolicy.RETAIN : RemovalPolicy.DESTROY,
    });
    acknowledge(
      this.userPool,
      {
        id: 'AwsSolutions-COG2',
        reason: 'Optional for every user, by authenticator app; the web interface sets it up.',
      },
      {
        id: 'AwsSolutions-COG8',
        reason: 'The plan with threat protection is billed per user; it can be enabled in this file.',
      },
    );
    this.#client = this.userPool.addClient('Web', {
      authFlows: { userSrp: true },
      preventUserExistenceErrors: true,
      enableTokenRevocation: true,
      accessTokenValidity: Duration.hours(1),
      idTokenValidity: Duration.hours(1),
      refreshTokenValidity: Duration.days(30),
      disableOAuth: true,
    });
    const first = new CfnUserPoolUser(this, 'FirstAdministrator', {
      userPoolId: this.userPool.userPoolId,
      username: admin.address,
      desiredDeliveryMediums: ['EMAIL'],
      userAttributes: [
        { name: 'email', value: admin.address },
        { name: 'email_verified', value: 'true' },
      ],
    });
    first.cfnOptions.condition = admin.given;
  }

  /** Lets a function verify tokens of the pool. Only configuration: the signing keys are public. */
  allowTokens(checker: ServiceFunction): void {
    checker.configure({
      TEARLINE_USER_POOL_ID: this.userPool.userPoolId,
      TEARLINE_USER_POOL_CLIENT_ID: this.#client.userPoolClientId,
    });
  }
}
