/** Checks the tokens of the deployment's Cognito user pool, with AWS's own library. */
import { CognitoJwtVerifier } from 'aws-jwt-verify';
import { FetchError, JwtBaseError } from 'aws-jwt-verify/error';
import { NotConfiguredError, TemporarilyUnavailableError, UnauthenticatedError } from '../../core/errors.ts';

export interface UserPool {
  /** `<region>_<id>`. */
  readonly userPoolId?: string;
  /** The web interface's application in the pool. */
  readonly userPoolClientId?: string;
}

type Verifier = ReturnType<typeof verifierOf>;
/** The pool's public keys, as Cognito publishes them. */
export type PublicKeys = Parameters<Verifier['cacheJwks']>[0];

const verifierOf = (userPoolId: string, clientId: string) =>
  CognitoJwtVerifier.create({ userPoolId, clientId, tokenUse: 'id' });

const namedError = (error: unknown): unknown => {
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
 * A check of ID tokens, which throws UnauthenticatedError, TemporarilyUnavailableError, and NotConfiguredError where there is no pool.
 * @param keys  the pool's keys, where they are known; else they are fetched from Cognito with the first token
 */
export const userPoolTokens = (
  { userPoolId, userPoolClientId }: UserPool,
  keys?: PublicKeys,
): ((token: string) => Promise<void>) => {
  if (userPoolId === undefined || userPoolClientId === undefined)
    return () => Promise.reject(new NotConfiguredError('This function knows no user pool.'));
  const verifier = verifierOf(userPoolId, userPoolClientId);
  if (keys !== undefined) verifier.cacheJwks(keys);
  return async (token) => {
    try {
      await verifier.verify(token);
    } catch (error) {
      throw namedError(error);
    }
  };
};
