/** Units of length. */
export const MM_PER_INCH = 25.4;
/** PDF's unit: ISO 32000-2, 8.3.2.3. */
export const POINTS_PER_INCH = 72;
