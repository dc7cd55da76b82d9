import { describe, expect, it } from 'vitest';
import { boxOf, canBeScored, readKnownPage } from '../../../../bench/handwriting/known-lines.ts';

const ALTO = `<alto xmlns="http://www.loc.gov/standards/alto/ns-v4#"><Layout>
  <Page WIDTH="800" HEIGHT="600"><TextLine ID="a"
      HPOS="10" VPOS="20" WIDTH="100" HEIGHT="30"><Shape><Polygon POINTS="10 20 110 25 110 50 10 45"/></Shape>
      <String CONTENT="l&#x27;eau &amp;" HPOS="10"/><SP/><String CONTENT="sel" HPOS="90"/></TextLine>
    <TextLine ID="b" HPOS="10" VPOS="60" WIDTH="100" HEIGHT="30"><String CONTENT="ohne Umriss"/></TextLine>
    <TextLine ID="c" HPOS="0" VPOS="0" WIDTH="0" HEIGHT="0"><String CONTENT="nirgends"/></TextLine></Page></Layout></alto>`;

const PAGE = `<PcGts><Page imageFilename="a.jpg" imageWidth="800" imageHeight="600">
  <TextRegion id="r"><Coords points="0,0 800,0 800,600"/><TextLine id="l">
    <Coords points="10,20 110,25 110,50"/><Baseline points="10,40 110,45"/>
    <Word><TextEquiv><Unicode>dear</Unicode></TextEquiv></Word>
    <TextEquiv><Unicode>My dear  friend&#13;</Unicode></TextEquiv></TextLine>
    <TextEquiv><Unicode>all of the region</Unicode></TextEquiv></TextRegion></Page></PcGts>`;

describe('The known lines of a page', () => {
  it('are read from ALTO, by their outline or by their box where they have none', () => {
    const { width, height, lines } = readKnownPage(ALTO);
    expect([width, height]).toEqual([800, 600]);
    expect(lines.map(({ text }) => text)).toEqual(["l'eau & sel", 'ohne Umriss']);
    expect(lines.map(({ outline }) => boxOf(outline))).toEqual([
      { left: 10, top: 20, right: 110, bottom: 50 },
      { left: 10, top: 60, right: 110, bottom: 90 },
    ]);
  });

  it('lie where they are on the page as stated, though they were drawn on a smaller picture', () => {
    const { width, lines } = readKnownPage(ALTO, 2);
    expect(width).toBe(800);
    expect(lines.map(({ outline }) => boxOf(outline))[0]).toEqual({ left: 20, top: 40, right: 220, bottom: 100 });
  });

  it('are read from PAGE XML with the text of the line, not of its words', () => {
    const { width, height, lines } = readKnownPage(PAGE);
    expect([width, height]).toEqual([800, 600]);
    expect(lines).toEqual([
      {
        outline: [
          { x: 10, y: 20 },
          { x: 110, y: 25 },
          { x: 110, y: 50 },
        ],
        text: 'My dear friend',
      },
    ]);
  });

  it('are not read from another file', () => {
    expect(() => readKnownPage('<html></html>')).toThrow(/no page of ALTO/);
  });

  it.each([
    ['My dear friend', true],
    ['12', false],
    ['par la >< loi', false],
    ['au 80^ème Régiment', false],
  ])('are scored where their text is what stands there: %s', (text, scored) => {
    expect(canBeScored({ text })).toBe(scored);
  });
});
