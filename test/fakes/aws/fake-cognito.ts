/** A Cognito user pool in memory, behind its wire protocol: users sign in with their address. */
import { FakeWire, jsonAnswer, jsonError } from './fake-wire.ts';
import type { WireAnswer, WireRequest } from './fake-wire.ts';

interface UserInput {
  readonly UserPoolId: string;
  readonly Username: string;
  readonly UserAttributes?: readonly { readonly Name: string; readonly Value: string }[];
  readonly MessageAction?: string;
  readonly DesiredDeliveryMediums?: readonly string[];
}

/** Most characters of a user's name. */
const MAX_NAME = 128;

export class FakeCognito extends FakeWire {
  /** Attributes of the users by their address. */
  readonly users = new Map<string, Readonly<Record<string, string>>>();
  /** Addresses that were sent an invitation, in order. */
  readonly invited: string[] = [];
  readonly #pool: string;

  constructor(pool: string) {
    super();
    this.#pool = pool;
  }

  protected answer(request: WireRequest): WireAnswer {
    const input = JSON.parse(request.body.toString()) as UserInput; // The SDK client serialised it.
    const action = request.headers['x-amz-target']?.split('.').at(-1);
    if (input.UserPoolId !== this.#pool)
      return jsonError('ResourceNotFoundException', `User pool ${input.UserPoolId} does not exist.`);
    if (input.Username.length > MAX_NAME || !input.Username.includes('@'))
      return jsonError('InvalidParameterException', 'Username should be an email.');
    return action === 'AdminDeleteUser' ? this.#delete(input) : this.#create(input);
  }

  #create({ Username, UserAttributes = [], MessageAction, DesiredDeliveryMediums = [] }: UserInput): WireAnswer {
    const name = Username.toLowerCase();
    if (this.users.has(name)) return jsonError('UsernameExistsException', 'An account with the email already exists.');
    this.users.set(name, Object.fromEntries(UserAttributes.map((one) => [one.Name, one.Value])));
    if (MessageAction === undefined && DesiredDeliveryMediums.includes('EMAIL')) this.invited.push(name);
    return jsonAnswer({ User: { Username, UserStatus: 'FORCE_CHANGE_PASSWORD' } });
  }

  #delete({ Username }: UserInput): WireAnswer {
    return this.users.delete(Username.toLowerCase())
      ? jsonAnswer({})
      : jsonError('UserNotFoundException', 'User does not exist.');
  }
}
