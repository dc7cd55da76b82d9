/**
 * The second factor of the person who is signed in: an authenticator app, which the user pool checks. The browser asks
 * Cognito itself, so that the service never sees the secret (docs/decisions/0028).
 */
import { NoAnswerError } from '../../api/client/problem.ts';
import { config } from '../../app/config.ts';
import { forgetPermission, permissionToChange } from './pool-session.ts';

const TOTP = 'SOFTWARE_TOKEN_MFA';

/** Cognito's names of a code that does not fit. */
const WRONG_CODE = ['EnableSoftwareTokenMFAException', 'CodeMismatchException'];

/** The user pool refuses a request. */
export class PoolRefusedError extends Error {
  override readonly name = 'PoolRefusedError';
  /** Cognito's name of the reason, such as `LimitExceededException`. */
  readonly code: string;

  constructor(code: string, message: string) {
    super(message);
    this.code = code;
  }

  get isWrongCode(): boolean {
    return WRONG_CODE.includes(this.code);
  }
}

/** An error of Cognito's JSON protocol: the type may have a namespace before it. */
const refusalOf = (body: unknown, status: number): PoolRefusedError => {
  const { __type: type = String(status), message = '' } = (body ?? {}) as {
    readonly __type?: string;
    readonly message?: string;
  };
  return new PoolRefusedError(type.split('#').at(-1) ?? type, message);
};

/** @throws PoolRefusedError, NoAnswerError */
const ask = async (operation: string, input: Readonly<Record<string, unknown>>): Promise<unknown> => {
  if (config.oidc === undefined) throw new Error('config.json lacks `oidc`.');
  let response: Response;
  try {
    response = await fetch(`${new URL(config.oidc.authority).origin}/`, {
      method: 'POST',
      headers: {
        'content-type': 'application/x-amz-json-1.1',
        'x-amz-target': `AWSCognitoIdentityProviderService.${operation}`,
      },
      body: JSON.stringify({ AccessToken: permissionToChange(), ...input }),
      cache: 'no-store',
    });
  } catch (cause) {
    throw new NoAnswerError({ cause });
  }
  const body: unknown = await response.json().catch(() => undefined);
  if (response.ok) return body;
  const refusal = refusalOf(body, response.status);
  // The time of the permission is over, or the user has signed out elsewhere.
  if (refusal.code === 'NotAuthorizedException') forgetPermission();
  throw refusal;
};

/** Whether the person signs in with an authenticator app. @throws PoolRefusedError, NoAnswerError */
export const hasSecondFactor = async (): Promise<boolean> => {
  // The answer of GetUser.
  const { UserMFASettingList: factors = [] } = (await ask('GetUser', {})) as {
    readonly UserMFASettingList?: readonly string[];
  };
  return factors.includes(TOTP);
};

/**
 * Begins to set up an app: nothing changes before `finishSecondFactor`.
 * @returns the secret that the app needs, in base 32
 * @throws PoolRefusedError, NoAnswerError
 */
export const beginSecondFactor = async (): Promise<string> => {
  // The answer of AssociateSoftwareToken.
  const { SecretCode: secret } = (await ask('AssociateSoftwareToken', {})) as { readonly SecretCode: string };
  return secret;
};

/**
 * From now on the app is asked for. An app that was set up before does not count any more.
 * @param code  six digits that the app shows
 * @throws PoolRefusedError (`isWrongCode`), NoAnswerError
 */
export const finishSecondFactor = async (code: string): Promise<void> => {
  // The answer of VerifySoftwareToken.
  const { Status: status } = (await ask('VerifySoftwareToken', { UserCode: code })) as { readonly Status: string };
  if (status !== 'SUCCESS') throw new PoolRefusedError('CodeMismatchException', 'The code does not fit.');
  await setFactor(true);
};

/** From now on the password is enough. @throws PoolRefusedError, NoAnswerError */
export const removeSecondFactor = (): Promise<void> => setFactor(false);

const setFactor = async (isOn: boolean): Promise<void> => {
  await ask('SetUserMFAPreference', { SoftwareTokenMfaSettings: { Enabled: isOn, PreferredMfa: isOn } });
};

/** What an authenticator app reads from a QR code (Key Uri Format). */
export const keyUri = (secret: string, person: string): string =>
  `otpauth://totp/${encodeURIComponent(`Tearline:${person}`)}?${new URLSearchParams({ secret, issuer: 'Tearline' }).toString()}`;
