/** Users: the user pool, its app client for the web interface, and the first administrator. */
import { Aws, CfnCondition, Duration, Fn, RemovalPolicy } from 'aws-cdk-lib';
import type { CfnParameter } from 'aws-cdk-lib';
import {
  AccountRecovery,
  CfnManagedLoginBranding,
  CfnUserPoolUser,
  FeaturePlan,
  ManagedLoginVersion,
  Mfa,
  OAuthScope,
  UserPool,
} from 'aws-cdk-lib/aws-cognito';
import type { UserPoolClient } from 'aws-cdk-lib/aws-cognito';
import { Construct } from 'constructs';
import type { StageSettings } from '../../settings.ts';
import { acknowledge } from '../acknowledge.ts';
import type { ServiceFunction } from '../functions/service-function.ts';

export interface IdentityProps {
  readonly settings: StageSettings;
  readonly admin: Administrator;
  /** Where the web interface is, without a slash at its end. */
  readonly webUrl: string;
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
  /** What the web interface needs to sign people in: `oidc` of its config.json. */
  readonly webSettings: Readonly<Record<'authority' | 'client_id' | 'sign_out_url', string>>;
  /** Addresses to which the web interface sends requests to sign in. */
  readonly connectSources: readonly string[];
  readonly #client: UserPoolClient;
  readonly #admin: Administrator;

  constructor(scope: Construct, id: string, { settings, admin, webUrl }: IdentityProps) {
    super(scope, id);
    this.#admin = admin;
    const isRequired = settings.web?.secondFactor === 'required';
    this.userPool = new UserPool(this, 'Users', {
      selfSignUpEnabled: false,
      signInAliases: { email: true },
      signInCaseSensitive: false,
      accountRecovery: AccountRecovery.EMAIL_ONLY,
      mfa: isRequired ? Mfa.REQUIRED : Mfa.OPTIONAL,
      mfaSecondFactor: { sms: false, otp: true },
      // The placeholders are Cognito's: the address, and the password for the first sign-in.
      userInvitation: {
        emailSubject: 'Your access to Tearline',
        emailBody: `You can sign in to Tearline at ${webUrl} as {username} with the password {####} within three days. You then choose your own.`,
      },
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
    if (!isRequired)
      acknowledge(this.userPool, {
        id: 'AwsSolutions-COG2',
        reason: 'Optional, by authenticator app, unless `web.secondFactor` of the stage is `required`.',
      });
    acknowledge(this.userPool, {
      id: 'AwsSolutions-COG8',
      reason: 'The plan with threat protection is billed per user; it can be enabled in this file.',
    });
    this.#client = this.#addWebClient(webUrl);
    const signInUrl = this.#addSignInPages(settings);
    this.webSettings = {
      authority: this.userPool.userPoolProviderUrl,
      client_id: this.#client.userPoolClientId,
      sign_out_url: `${signInUrl}/logout`,
    };
    this.connectSources = [`${this.userPool.userPoolProviderUrl}/`, signInUrl];
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

  /** A browser can keep no secret: PKCE ties the code to the tab that asked for it (docs/decisions/0022). */
  #addWebClient(webUrl: string): UserPoolClient {
    const signInPage = `${webUrl}/sign-in`;
    return this.userPool.addClient('Web', {
      authFlows: { userSrp: true },
      generateSecret: false,
      oAuth: {
        flows: { authorizationCodeGrant: true },
        scopes: [OAuthScope.OPENID, OAuthScope.EMAIL],
        callbackUrls: [signInPage],
        logoutUrls: [signInPage],
      },
      preventUserExistenceErrors: true,
      enableTokenRevocation: true,
      accessTokenValidity: Duration.hours(1),
      idTokenValidity: Duration.hours(1),
      refreshTokenValidity: Duration.days(1),
    });
  }

  /** Cognito's own pages for passwords, with its default style. @returns their URL */
  #addSignInPages(settings: StageSettings): string {
    // Unique in the region, and not the AWS account's number: the first part of the stack's id.
    const stackId = Fn.select(2, Fn.split('/', Aws.STACK_ID));
    const domain = this.userPool.addDomain('SignInPages', {
      cognitoDomain: { domainPrefix: `tearline-${settings.stage}-${Fn.select(0, Fn.split('-', stackId))}` },
      managedLoginVersion: ManagedLoginVersion.NEWER_MANAGED_LOGIN,
    });
    // Without a style, these pages are not available.
    new CfnManagedLoginBranding(this, 'Style', {
      userPoolId: this.userPool.userPoolId,
      clientId: this.#client.userPoolClientId,
      useCognitoProvidedValues: true,
    });
    return domain.baseUrl();
  }

  /** Lets a function verify tokens of the pool. Only configuration: the signing keys are public. */
  allowTokens(checker: ServiceFunction): void {
    checker.configure({
      TEARLINE_USER_POOL_ID: this.userPool.userPoolId,
      TEARLINE_USER_POOL_CLIENT_ID: this.#client.userPoolClientId,
      TEARLINE_ADMIN_EMAIL: this.#admin.address,
    });
  }

  /** Lets a function create and delete users of the pool. It needs the administrator's address, to keep that user. */
  allowUsers(holder: ServiceFunction): void {
    holder.configure({
      TEARLINE_USER_POOL_ID: this.userPool.userPoolId,
      TEARLINE_ADMIN_EMAIL: this.#admin.address,
    });
    holder.allow({
      actions: ['cognito-idp:AdminCreateUser', 'cognito-idp:AdminDeleteUser'],
      resources: [this.userPool.userPoolArn],
    });
  }
}
