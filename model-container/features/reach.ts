/** How far on either side of a gap the inputs of the stages reach. CONTEXT_PAGES (gap-features.ts) adds them up. */

/** Distance in pages up to which pages are compared, and in gaps up to which stage 3 considers scores. */
export const SIMILARITY_REACH = 20;

/** Distance in pages and gaps that stage 2 considers. */
export const STAGE_2_REACH = 10;

/** Gaps that the dilated layers of the networks of all stages reach at most, added up over the stages. */
export const NETWORK_REACH = 7;

/** Distance in pages up to which stage 4 compares fonts. */
export const FONT_REACH = 10;
