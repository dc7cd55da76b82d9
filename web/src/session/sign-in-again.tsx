import { config } from '../app/config.ts';
import { PoolSignInAgain } from './pool/pool-sign-in-again.tsx';
import { SignInForm } from './sign-in-form.tsx';

/** The way to sign in without leaving the page. */
export const SignInAgain = () =>
  config.sign_in === 'oidc' ? <PoolSignInAgain /> : <SignInForm takesFocus onSignedIn={() => undefined} />;
