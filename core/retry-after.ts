/**
 * The seconds of the header `Retry-After`, which is a number of them or a date (RFC 9110); undefined where it is
 * neither, or absent.
 * @param now  in milliseconds since 1970
 */
export const secondsOfRetryAfter = (header: string | null | undefined, now: number): number | undefined => {
  if (header === null || header === undefined) return undefined;
  const seconds = /^\d+$/.test(header) ? Number(header) : (Date.parse(header) - now) / 1000;
  return Number.isFinite(seconds) ? Math.max(0, seconds) : undefined;
};
