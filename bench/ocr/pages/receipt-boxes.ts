/** The known text of a receipt of SROIE (Huang et al., ICDAR 2019). */

/** Coordinates of the four corners, before the text of a line. */
const COORDINATES = 8;

/** The texts of a file of boxes, one a line: `x1,y1,…,x4,y4,text`, in which the text may have commas. */
export const textOfBoxes = (boxes: string): string =>
  boxes
    .split(/\r?\n/u)
    .map((line) => line.split(',').slice(COORDINATES).join(','))
    .filter((text) => text !== '')
    .join('\n');
