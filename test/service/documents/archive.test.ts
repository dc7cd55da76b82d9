/** The archive of a result. Its entries are stored without compression, so that their names and bytes can be searched. */
import { describe, expect, it } from 'vitest';
import { TemporarilyUnavailableError } from '../../../core/errors.ts';
import { contentsTable } from '../../../core/results/contents-table.ts';
import { startWithSample } from '../harness/process-sample.ts';
import type { TestApi } from '../harness/test-api.ts';

/** Counts the files that are taken from the storage of blobs. @param failsAt  number of the file that cannot be read */
const watchFiles = ({ service }: TestApi, failsAt = Infinity) => {
  const { blobs } = service;
  const seen = { taken: 0, held: 0, mostHeld: 0, failsAt };
  const take = blobs.file.bind(blobs);
  blobs.file = async (key) => {
    seen.taken += 1;
    if (seen.taken >= seen.failsAt) throw new TemporarilyUnavailableError('The storage does not answer.');
    const file = await take(key);
    seen.held += 1;
    seen.mostHeld = Math.max(seen.mostHeld, seen.held);
    return {
      path: file.path,
      release: async () => {
        await file.release();
        seen.held -= 1;
      },
    };
  };
  return seen;
};

describe('The archive', () => {
  it('has the PDF of each sub-document, and a table of them', async () => {
    const sample = await startWithSample();
    const answer = await sample.get('/archive');
    expect(answer.status).toBe(200);
    expect(answer.headers['content-type']).toBe('application/zip');
    expect(answer.headers['content-disposition']).toContain('inbox.zip');
    const text = answer.text();
    expect(text.slice(0, 2)).toBe('PK');
    for (const part of ['1 Rechnung.pdf', '2 Rechnung.pdf', 'original pages 1,2', 'original pages 3,4'])
      expect(text).toContain(part);
    expect(text).toContain(
      'index,file_name,name,first_page,last_page,page_count,document_date,confidence_before,decided_by_before\r\n' +
        '0,1 Rechnung.pdf,Rechnung,1,2,2,,,\r\n' +
        '1,2 Rechnung.pdf,Rechnung,3,4,2,,0.9,model\r\n',
    );
  });

  it('has the corrected sub-documents after a correction, and again the others when it is taken back', async () => {
    const sample = await startWithSample();
    const before = (await sample.get('/archive')).text();
    await sample.verify({ sub_documents: [{ name: 'Alles', pages: [1, 2, 3, 4] }] });
    const corrected = (await sample.get('/archive')).text();
    expect(corrected).toContain('1 Alles.pdf');
    expect(corrected).toContain('original pages 1,2,3,4');
    expect(corrected).not.toContain('Rechnung.pdf');
    await sample.get('/document-splitting/verification', { method: 'DELETE' });
    expect((await sample.get('/archive')).text()).toBe(before);
  });

  it('has rendered pages with their text where that is asked, and no other parameters of a rendering', async () => {
    const sample = await startWithSample();
    const text = (await sample.get('/archive?return_pages_with_ocr_data=true')).text();
    expect(text).toContain('1 Rechnung.pdf');
    expect(text.match(/rendered pages [\d,]+/g)).toEqual(['rendered pages 1,2', 'rendered pages 3,4']);
    for (const query of ['return_pages_with_ocr_data=maybe', 'return_pages_with_ocr_data=true&dpi=100'])
      expect((await sample.get(`/archive?${query}`)).status).toBe(422);
  });

  it('can be fetched in ranges', async () => {
    const sample = await startWithSample();
    const part = await sample.get('/archive', { headers: { Range: 'bytes=0-1' } });
    expect([part.status, part.text()]).toEqual([206, 'PK']);
  });

  it('of a result with 300 sub-documents is whole', { tags: 'slow' }, async () => {
    const pages = 300;
    const sample = await startWithSample({ pages }, { mode: 'per_page' });
    const text = (await sample.get('/archive')).text();
    expect(text.match(/original pages \d+/g)).toHaveLength(pages);
    expect(text).toContain('300 ');
  });

  it('takes the PDFs from the storage one after another', async () => {
    const sample = await startWithSample({ pages: 20 }, { mode: 'per_page' });
    const files = watchFiles(sample.api);
    expect((await sample.get('/archive')).status).toBe(200);
    expect(files).toMatchObject({ taken: 20, held: 0, mostHeld: 1 });
  });

  it('keeps no file where a PDF cannot be read', async () => {
    const sample = await startWithSample({ pages: 20 }, { mode: 'per_page' });
    const files = watchFiles(sample.api, 12);
    expect((await sample.get('/archive')).status).toBe(503);
    expect(files).toMatchObject({ taken: 12, held: 0 });
    files.failsAt = Infinity;
    expect((await sample.get('/archive')).status).toBe(200);
  });
});

describe('The table of an archive', () => {
  const tableOf = (name: string): string => {
    const splitting = {
      schema_version: 1 as const,
      sub_documents: [{ name, pages: [1] }],
      split_point_confidences: [],
    };
    return contentsTable(splitting, { schema_version: 1, sub_documents: [] }, ['1.pdf']);
  };

  it('shows a name that a spreadsheet would calculate as text, and quotes what has commas', () => {
    expect(tableOf('=HYPERLINK("x"),1').split('\r\n')[1]).toBe('0,1.pdf,"\'=HYPERLINK(""x""),1",1,1,1,,,');
  });

  it.each([
    ['Größe;=1+2', "Größe;'=1+2"],
    ['a; \t@SUM(1);-2', "a; \t'@SUM(1);'-2"],
    [' +1', " '+1"],
    ['a;"=1;b', `"a;""'=1;b"`],
    ['a-b = c; d+e', 'a-b = c; d+e'],
  ])('shows %j as text where a spreadsheet divides cells at semicolons or tabs', (name, shown) => {
    expect(tableOf(name).split('\r\n')[1]).toBe(`0,1.pdf,${shown},1,1,1,,,`);
  });

  it('begins each line of a name as text', () => {
    expect(tableOf('a\n=1')).toContain(`"a\n'=1"`);
  });

  it('begins with a byte-order mark, without which Excel takes UTF-8 for another encoding', () => {
    expect(tableOf('Größe')).toMatch(/^\ufeffindex,/);
  });
});
