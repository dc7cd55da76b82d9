/** What the host tells the application: GET /config.json, read before anything else is drawn. */
export interface AppConfig {
  /** Where the API is; empty: where the pages are. */
  readonly api_url: string;
  /** `session`: a cookie of the host on one machine. `oidc`: tokens of the deployment's user pool. */
  readonly sign_in: 'session' | 'oidc';
  readonly version: string;
  /** Of `sign_in: 'oidc'`. */
  readonly oidc?: OidcConfig;
}

export interface OidcConfig {
  /** The issuer of the tokens, without a slash at its end. */
  readonly authority: string;
  readonly client_id: string;
  /** The page that ends the user pool's own session, and leads back. */
  readonly sign_out_url: string;
  /** Whether everybody signs in with a code of an authenticator app too. */
  readonly second_factor: 'optional' | 'required';
}

const ON_ONE_MACHINE: AppConfig = { api_url: '', sign_in: 'session', version: '' };

/** Where the host does not answer, the first call of the API shows the error, with a way to try again. */
const loadConfig = async (): Promise<AppConfig> => {
  try {
    const response = await fetch('/config.json');
    // The host's own file.
    return response.ok ? ((await response.json()) as AppConfig) : ON_ONE_MACHINE;
  } catch {
    return ON_ONE_MACHINE;
  }
};

export const config = await loadConfig();
