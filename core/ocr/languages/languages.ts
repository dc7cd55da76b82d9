/** The languages that Tearline reads. */

/** ISO 639-1 codes. */
export const LANGUAGES = ['en', 'de', 'fr', 'es', 'sk', 'cs', 'pl', 'it', 'nl', 'ja'] as const;
export type Language = (typeof LANGUAGES)[number];
