/** How long the caller waits for a result: the `wait_for` query parameter or the `Prefer` header (RFC 7240). */
import { DEFAULT_WAIT_SECONDS } from '../../routes/api-schemas.ts';

export interface Wait {
  /** 0 to the host's maximum. */
  readonly seconds: number;
  /** `Preference-Applied` where the header was used, else empty. */
  readonly headers: Readonly<Record<string, string>>;
}

/**
 * `wait_for` takes precedence. An invalid preference is ignored, as RFC 7240 requires.
 * @param maxSeconds  the longest wait that the host allows
 */
export function readWait(waitFor: number | undefined, prefer: string | undefined, maxSeconds: number): Wait {
  if (waitFor !== undefined || prefer === undefined)
    return { seconds: Math.min(waitFor ?? DEFAULT_WAIT_SECONDS, maxSeconds), headers: {} };
  const preferences = prefer
    .split(',')
    .map((preference) => (preference.split(';')[0] ?? '').replace(/\s+/g, '').toLowerCase());
  const requested = preferences
    .map((preference) => /^wait="?(\d{1,9})"?$/.exec(preference)?.[1])
    .find((seconds) => seconds !== undefined);
  const respondAsync = preferences.includes('respond-async');
  const wanted = requested === undefined ? (respondAsync ? 0 : DEFAULT_WAIT_SECONDS) : Number(requested);
  const seconds = Math.min(wanted, maxSeconds);
  const applied = [...(respondAsync ? ['respond-async'] : []), ...(requested === undefined ? [] : [`wait=${seconds}`])];
  return { seconds, headers: applied.length === 0 ? {} : { 'Preference-Applied': applied.join(', ') } };
}
