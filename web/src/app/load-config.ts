import { nextWait, pause } from '../api/client/until-answered.ts';

/** GET /config.json. */
interface AppConfig {
  /** Where the API is; empty: where the pages are. */
  readonly api_url: string;
  /** `session`: a cookie of the host on one machine. `oidc`: tokens of the deployment's user pool. */
  readonly sign_in: 'session' | 'oidc';
  readonly version: string;
  /** Of `sign_in: 'oidc'`. */
  readonly oidc?: OidcConfig;
}

interface OidcConfig {
  /** The issuer of the tokens, without a slash at its end. */
  readonly authority: string;
  readonly client_id: string;
  /** The page that ends the user pool's own session, and leads back. */
  readonly sign_out_url: string;
  /** Whether everybody signs in with a code of an authenticator app too. */
  readonly second_factor: 'optional' | 'required';
}

const ON_ONE_MACHINE: AppConfig = { api_url: '', sign_in: 'session', version: '' };

/**
 * Asks the host until it answers: a deployment that fails for a moment is not taken for one machine, where people sign in
 * otherwise. A host without the file is one machine.
 */
export const loadConfig = async (): Promise<AppConfig> => {
  for (let wait = nextWait(); ; wait = nextWait(wait)) {
    try {
      const response = await fetch('/config.json');
      // The host's own file.
      if (response.ok) return (await response.json()) as AppConfig;
      if (response.status === 404) return ON_ONE_MACHINE;
    } catch {
      // It does not answer, or with something else: it is asked again.
    }
    await pause(wait);
  }
};
