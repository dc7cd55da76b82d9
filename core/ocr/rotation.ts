/** Degrees clockwise by which a page is rotated to be upright. */
export type Rotation = 0 | 90 | 180 | 270;
