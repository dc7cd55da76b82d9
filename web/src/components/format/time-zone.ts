/** The reader's, as the IANA time zone database names it. */
export const TIME_ZONE = new Intl.DateTimeFormat().resolvedOptions().timeZone;
