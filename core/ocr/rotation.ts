/** Degrees clockwise that a page is rotated to stand upright. */
export type Rotation = 0 | 90 | 180 | 270;
