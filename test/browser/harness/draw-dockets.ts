/** Files of documents of two pages each, drawn for a test. */
import { drawPdf, withText } from '../../unit/drawing/draw-upload.ts';

/** As `FileChooser.setFiles` takes it. */
export interface DrawnFile {
  readonly name: string;
  readonly mimeType: string;
  readonly buffer: Buffer;
}

/** `name`.pdf with so many dockets, each with an annex. */
export const drawDockets = async (name: string, documents: number): Promise<DrawnFile> => {
  const pages = Array.from({ length: documents }, (_, index) => [
    withText({ lines: [`Delivery docket ${name} ${index}`, 'To the forest office', 'Ten trees, four shrubs'] }),
    withText({ lines: ['Annex of the docket', `Prices of ${name} ${index}`, 'Total of all trees and shrubs'] }),
  ]);
  return { name: `${name}.pdf`, mimeType: 'application/pdf', buffer: Buffer.from(await drawPdf(...pages.flat())) };
};
