/** How long a caller wants to wait: `wait_for`, or the same in the `Prefer` header (RFC 7240). */
import { DEFAULT_WAIT_SECONDS } from '../routes/api-schemas.ts';

export interface Wait {
  /** 0 to what the host can hold open. */
  readonly seconds: number;
  /** `Preference-Applied`, where the header decided. */
  readonly headers: Readonly<Record<string, string>>;
}

/** `wait_for` comes first; a preference that makes no sense is ignored, as the RFC wants. */
export function readWait(waitFor: number | undefined, prefer: string | undefined, maxSeconds: number): Wait {
  if (waitFor !== undefined || prefer === undefined)
    return { seconds: Math.min(waitFor ?? DEFAULT_WAIT_SECONDS, maxSeconds), headers: {} };
  const preferences = prefer
    .split(',')
    .map((preference) => (preference.split(';')[0] ?? '').replace(/\s+/g, '').toLowerCase());
  const asked = preferences
    .map((preference) => /^wait="?(\d{1,9})"?$/.exec(preference)?.[1])
    .find((seconds) => seconds !== undefined);
  const respondAsync = preferences.includes('respond-async');
  const wanted = asked === undefined ? (respondAsync ? 0 : DEFAULT_WAIT_SECONDS) : Number(asked);
  const seconds = Math.min(wanted, maxSeconds);
  const applied = [...(respondAsync ? ['respond-async'] : []), ...(asked === undefined ? [] : [`wait=${seconds}`])];
  return { seconds, headers: applied.length === 0 ? {} : { 'Preference-Applied': applied.join(', ') } };
}
