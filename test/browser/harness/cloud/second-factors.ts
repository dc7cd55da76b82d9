/** The operations of Cognito's API with which a person changes its own second factor. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { json } from 'node:stream/consumers';
import { fits } from './totp.ts';

interface Input {
  readonly AccessToken?: string;
  readonly UserCode?: string;
  readonly SoftwareTokenMfaSettings?: { readonly Enabled: boolean };
}

interface Outcome {
  /** Cognito's name of the reason. */
  readonly refused?: string;
  readonly [member: string]: unknown;
}

export interface SecondFactors {
  /** Whether the person is asked for a code. */
  isOn: boolean;
  /** The tokens with which something was asked, each once. */
  readonly tokens: ReadonlySet<string>;
  answer(request: IncomingMessage, response: ServerResponse): Promise<void>;
}

/** @param mayChange  whether the token is one with which a person changes itself */
export const secondFactorsOf = (mayChange: (token: string) => boolean): SecondFactors => {
  const tokens = new Set<string>();
  let offered = '';
  let verified = '';
  const operations: Readonly<Record<string, (input: Input) => Outcome>> = {
    GetUser: () => ({ Username: 'ann', ...(factors.isOn ? { UserMFASettingList: ['SOFTWARE_TOKEN_MFA'] } : {}) }),
    AssociateSoftwareToken: () => {
      offered = Array.from({ length: 52 }, (_, index) => 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'[(index * 7) % 32]).join('');
      return { SecretCode: offered };
    },
    VerifySoftwareToken: ({ UserCode: code = '' }) => {
      if (!fits(offered, code)) return { refused: 'EnableSoftwareTokenMFAException' };
      verified = offered;
      return { Status: 'SUCCESS' };
    },
    SetUserMFAPreference: ({ SoftwareTokenMfaSettings: settings }) => {
      if (settings?.Enabled === true && verified === '') return { refused: 'InvalidParameterException' };
      factors.isOn = settings?.Enabled ?? false;
      return {};
    },
  };
  const factors: SecondFactors = {
    isOn: false,
    tokens,
    answer: async (request, response) => {
      // What the pages send.
      const input = (await json(request)) as Input;
      const name = String(request.headers['x-amz-target']).replace('AWSCognitoIdentityProviderService.', '');
      tokens.add(input.AccessToken ?? '');
      const outcome = mayChange(input.AccessToken ?? '')
        ? (operations[name]?.(input) ?? { refused: 'UnknownOperationException' })
        : { refused: 'NotAuthorizedException' };
      const { refused } = outcome;
      response.writeHead(refused === undefined ? 200 : 400);
      response.end(
        JSON.stringify(refused === undefined ? outcome : { __type: refused, message: `It says ${refused}.` }),
      );
    },
  };
  return factors;
};
