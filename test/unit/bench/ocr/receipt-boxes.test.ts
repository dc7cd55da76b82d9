import { expect, it } from 'vitest';
import { textOfBoxes } from '../../../../bench/ocr/pages/receipt-boxes.ts';

it('the text of a receipt is that of its boxes, with the commas in it', () => {
  const boxes = '72,25,326,25,326,64,72,64,TAN WOON YANN\r\n50,82,440,82,440,121,50,121,NO. 53, JALAN SAGU 18,\n\n';
  expect(textOfBoxes(boxes)).toBe('TAN WOON YANN\nNO. 53, JALAN SAGU 18,');
});
