/**
 * `node samples/draw-japanese-page.ts FILE`: draws one page of Japanese text, for .ci/pdfa.sh. The font is not
 * embedded, as in many PDFs from Japan. The text can be extracted without the font.
 */
import { writeFile } from 'node:fs/promises';
import { PDFDocument, PDFHexString, PDFOperator, PDFOperatorNames as Op, PDFString } from '@cantoo/pdf-lib';

const LINES = [
  '御請求書',
  '株式会社みどり商事 御中',
  '下記の通りご請求申し上げます。',
  '合計金額 １２０，０００円（税込）',
  '𠮷田太郎',
];
const LINE_POINTS = 40;

const utf16 = (text: string): string => Buffer.from(text, 'utf16le').swap16().toString('hex');

/** ToUnicode map, for readers that do not know the encoding UniJIS-UTF16-H: the character codes are UTF-16. */
const toUnicode = (text: string): string => {
  const pairs = [...new Set(text)].map((character) => `<${utf16(character)}> <${utf16(character)}>`);
  return [
    '/CIDInit /ProcSet findresource begin 12 dict begin begincmap /CMapType 2 def',
    '2 begincodespacerange <0000> <d7ff> <e000> <ffff> endcodespacerange',
    '1 begincodespacerange <d800dc00> <dbffdfff> endcodespacerange',
    `${pairs.length} beginbfchar`,
    ...pairs,
    'endbfchar endcmap end end',
  ].join('\n');
};

const [, , file] = process.argv;
if (file === undefined) throw new Error('Usage: node samples/draw-japanese-page.ts FILE');
const pdf = await PDFDocument.create();
const { context } = pdf;
const page = pdf.addPage([595, 842]);
const descriptor = context.register(
  context.obj({
    Type: 'FontDescriptor',
    FontName: 'KozMinPro-Regular',
    Flags: 6,
    FontBBox: [-200, -300, 1200, 900],
    ItalicAngle: 0,
    Ascent: 880,
    Descent: -120,
    CapHeight: 740,
    StemV: 90,
  }),
);
const glyphs = context.register(
  context.obj({
    Type: 'Font',
    Subtype: 'CIDFontType0',
    BaseFont: 'KozMinPro-Regular',
    FontDescriptor: descriptor,
    DW: 1000,
    CIDSystemInfo: { Registry: PDFString.of('Adobe'), Ordering: PDFString.of('Japan1'), Supplement: 6 },
  }),
);
const font = context.register(
  context.obj({
    Type: 'Font',
    Subtype: 'Type0',
    BaseFont: 'KozMinPro-Regular',
    Encoding: 'UniJIS-UTF16-H',
    DescendantFonts: [glyphs],
    ToUnicode: context.register(context.stream(toUnicode(LINES.join('')))),
  }),
);
const fontName = page.node.newFontDictionary('Japanese', font);
LINES.forEach((line, index) => {
  page.pushOperators(
    PDFOperator.of(Op.BeginText),
    PDFOperator.of(Op.SetFontAndSize, [fontName, '14']),
    PDFOperator.of(Op.MoveText, ['72', String(720 - index * LINE_POINTS)]),
    PDFOperator.of(Op.ShowText, [PDFHexString.of(utf16(line))]),
    PDFOperator.of(Op.EndText),
  );
});
await writeFile(file, await pdf.save());
