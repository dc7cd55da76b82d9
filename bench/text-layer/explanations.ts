/** Files of the shared data whose letters differ from poppler's by more than 1 %, and why. */
const DRAWN_SEVERAL_TIMES = 'drawn several times at one place (shadow, bold): Tearline reports the text once';
const BOTH_WRONG =
  'the font declares wrong characters: both readers are wrong, and the page is compared with its pixels';
const POPPLER_WRONG = 'poppler reads other characters than are drawn';

export const EXPLANATIONS: ReadonlyMap<string, string> = new Map([
  ['camelot/camelot-031.pdf', DRAWN_SEVERAL_TIMES],
  ['campus-website/campus-website-026.pdf', DRAWN_SEVERAL_TIMES],
  ['format-corpus/format-corpus-018.pdf', DRAWN_SEVERAL_TIMES],
  ['pdfpig/pdfpig-027.pdf', DRAWN_SEVERAL_TIMES],
  ['docling/docling-014.pdf', BOTH_WRONG],
  ['docling/docling-015.pdf', BOTH_WRONG],
  ['papers-we-love/papers-we-love-114.pdf', POPPLER_WRONG],
  ['pdf.js/pdf.js-029.pdf', POPPLER_WRONG],
  ['pdfparser/pdfparser-013.pdf', 'large diagonal letters, partly outside the page'],
]);
