/** A time zone as the IANA database names it. Some browsers say `Etc/Unknown` or an offset, which the API refuses: UTC. */
export const timeZoneOf = (name: string): string => (name === 'Etc/Unknown' || /^[+-]/.test(name) ? 'UTC' : name);

/** The reader's. */
export const TIME_ZONE = timeZoneOf(new Intl.DateTimeFormat().resolvedOptions().timeZone);
