/** Users: the user pool, its app client for the web interface, and the first administrator. */
import { Aws, CfnCondition, Duration, Fn } from 'aws-cdk-lib';
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
import type { OAuthSettings, UserPoolClient } from 'aws-cdk-lib/aws-cognito';
import { Construct } from 'constructs';
import { isProtected } from '../../settings.ts';
import type { StageSettings } from '../../settings.ts';
import { removalOf } from '../data/removal.ts';
import { acknowledge } from '../acknowledge.ts';
import type { ServiceFunction } from '../functions/service-function.ts';

export interface IdentityProps {
  readonly settings: StageSettings;
  readonly admin: Administrator;
  /** Where the web interface is, without a slash at its end; absent where there is none. */
  readonly webUrl: string | undefined;
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

export interface SignIn {
  /** What the web interface needs to sign people in: `oidc` of its config.json. */
  readonly webSettings: Readonly<Record<'authority' | 'client_id' | 'sign_out_url' | 'second_factor', string>>;
  /** Hosts to which the web interface sends requests to sign in, and to set up a second factor. */
  readonly connectSources: readonly string[];
}

export class Identity extends Construct {
  readonly userPool: UserPool;
  /** How people sign in to the web interface; absent where there is none. */
  readonly signIn: SignIn | undefined;
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
      userInvitation: {
        emailSubject: 'Your access to Tearline',
        emailBody: invitation(webUrl),
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
      deletionProtection: isProtected(settings),
      removalPolicy: removalOf(settings),
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
    this.signIn = webUrl === undefined ? undefined : this.#addSignIn(settings);
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
  #addWebClient(webUrl: string | undefined): UserPoolClient {
    return this.userPool.addClient('Web', {
      authFlows: { userSrp: true },
      generateSecret: false,
      ...(webUrl === undefined ? { disableOAuth: true } : { oAuth: signInAt(`${webUrl}/sign-in`) }),
      preventUserExistenceErrors: true,
      enableTokenRevocation: true,
      accessTokenValidity: Duration.hours(1),
      idTokenValidity: Duration.hours(1),
      refreshTokenValidity: Duration.days(1),
    });
  }

  #addSignIn(settings: StageSettings): SignIn {
    const signInUrl = this.#addSignInPages(settings);
    return {
      webSettings: {
        authority: this.userPool.userPoolProviderUrl,
        client_id: this.#client.userPoolClientId,
        sign_out_url: `${signInUrl}/logout`,
        second_factor: settings.web?.secondFactor ?? 'optional',
      },
      connectSources: [`https://cognito-idp.${Aws.REGION}.${Aws.URL_SUFFIX}`, signInUrl],
    };
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

const signInAt = (signInPage: string): OAuthSettings => ({
  flows: { authorizationCodeGrant: true },
  // With the last one, a person sets up a second factor (docs/decisions/0028).
  scopes: [OAuthScope.OPENID, OAuthScope.EMAIL, OAuthScope.COGNITO_ADMIN],
  callbackUrls: [signInPage],
  logoutUrls: [signInPage],
});

/** The placeholders are Cognito's: the address, and the password for the first sign-in. */
const invitation = (webUrl: string | undefined): string =>
  `You can ${webUrl === undefined ? 'use Tearline' : `sign in to Tearline at ${webUrl}`} as {username} with the password {####} within three days. You then choose your own.`;
