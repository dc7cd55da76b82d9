/** Verifies ID tokens of the deployment's Cognito user pool with AWS's library. */
import { CognitoJwtVerifier } from 'aws-jwt-verify';
import { FetchError, JwtBaseError } from 'aws-jwt-verify/error';
import type { PoolUser } from '../../core/accounts/people/find-person.ts';
import { NotConfiguredError, TemporarilyUnavailableError, UnauthenticatedError } from '../../core/errors.ts';

export interface UserPool {
  /** `<region>_<id>`. */
  readonly userPoolId?: string;
  /** The pool's app client for the web interface. */
  readonly userPoolClientId?: string;
}

type Verifier = ReturnType<typeof verifierOf>;
/** The pool's public keys, as Cognito publishes them. */
export type PublicKeys = Parameters<Verifier['cacheJwks']>[0];

const verifierOf = (userPoolId: string, clientId: string) =>
  CognitoJwtVerifier.create({ userPoolId, clientId, tokenUse: 'id' });

const asTearlineError = (error: unknown): unknown => {
  if (error instanceof FetchError)
    return new TemporarilyUnavailableError('The keys of the user pool cannot be fetched. Try again later.', {
      cause: error,
    });
  if (error instanceof JwtBaseError)
    return new UnauthenticatedError('The token is not one of this deployment, or has expired. Sign in again.', {
      cause: error,
    });
  return error;
};

/**
 * Returns a function that verifies an ID token and returns its user. It throws UnauthenticatedError, TemporarilyUnavailableError, or
 * NotConfiguredError where no user pool is configured.
 * @param keys  the pool's public keys; absent: fetched from Cognito with the first token
 */
export const userPoolTokens = (
  { userPoolId, userPoolClientId }: UserPool,
  keys?: PublicKeys,
): ((token: string) => Promise<PoolUser>) => {
  if (userPoolId === undefined || userPoolClientId === undefined)
    return () => Promise.reject(new NotConfiguredError('This function knows no user pool.'));
  const verifier = verifierOf(userPoolId, userPoolClientId);
  if (keys !== undefined) verifier.cacheJwks(keys);
  return async (token) => {
    try {
      const { sub, email, email_verified: verified } = await verifier.verify(token);
      return { id: sub, ...(verified && typeof email === 'string' ? { email } : {}) };
    } catch (error) {
      throw asTearlineError(error);
    }
  };
};
