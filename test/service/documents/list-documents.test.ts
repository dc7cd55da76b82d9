/** The list of the documents that were sent to a workflow. */
import { describe, expect, it } from 'vitest';
import { DOCUMENT_ORDERS } from '../../../core/processing/list-documents.ts';
import type { ListedDocument } from '../../../core/processing/listed-document.ts';
import { GENERIC_WORKFLOW_ID } from '../../../core/requests/processing-request.ts';
import { writeFakeDocument } from '../../fakes/documents/fake-document.ts';
import { addKey } from '../../fakes/fake-service.ts';
import { MULTIPART, uploadBody } from '../harness/multipart-body.ts';
import { processSample, VERIFICATION } from '../harness/process-sample.ts';
import { startTestApi } from '../harness/test-api.ts';
import type { TestApi } from '../harness/test-api.ts';

const URL = `/workflows/${GENERIC_WORKFLOW_ID}/documents`;

interface DocumentPage {
  readonly items: readonly ListedDocument[];
  readonly next: string | null;
}

const list = async (api: TestApi, query = ''): Promise<DocumentPage> => {
  const answer = await api.call({ url: `${URL}${query}` });
  expect(answer.status).toBe(200);
  return answer.json<DocumentPage>();
};

const idsOf = ({ items }: DocumentPage): string[] => items.map(({ processing_id: id }) => id);

/** All documents of a list, read in pages of `limit`. */
const readAll = async (api: TestApi, query: string, limit: number): Promise<readonly ListedDocument[]> => {
  const seen: ListedDocument[] = [];
  let cursor = '';
  do {
    const { items, next } = await list(api, `?limit=${limit}&${query}${cursor}`);
    seen.push(...items);
    if (next === null) return seen;
    cursor = `&cursor=${next}`;
    // Each list of these tests is short: a filter leaves no page empty.
    expect(items.length).toBeGreaterThan(0);
  } while (seen.length < 1000);
  return seen;
};

/** Sends documents one second apart; the names are those of their files. */
const sendNamed = async (api: TestApi, names: readonly string[]): Promise<string[]> => {
  const ids: string[] = [];
  for (const name of names) {
    const answer = await api.call({
      method: 'POST',
      url: `/processing/${GENERIC_WORKFLOW_ID}?include=pdf`,
      headers: MULTIPART,
      body: uploadBody(writeFakeDocument({ pages: 2 }), undefined, name),
    });
    ids.push(answer.json<{ processing_id: string }>().processing_id);
    await api.service.clock.sleep(1000);
  }
  return ids;
};

describe('The list of documents', () => {
  it('has name, pages, sub-documents, lowest confidence, state and verification, the newest first', async () => {
    const api = await startTestApi();
    const first = await processSample(api, { pages: 4, starts: [3] });
    await api.service.clock.sleep(1000);
    const second = await processSample(api, { pages: 1 });
    await api.call({ method: 'POST', url: `/processing/results/${first}${VERIFICATION}` });
    const { items, next } = await list(api);
    expect(next).toBeNull();
    expect(items).toMatchObject([
      { processing_id: second, page_count: 1, sub_document_count: 1, lowest_confidence: null, verified: false },
      {
        processing_id: first,
        file_name: 'inbox.pdf',
        state: 'succeeded',
        page_count: 4,
        sub_document_count: 2,
        lowest_confidence: 0.9,
        verified: true,
        verified_by: 'test',
        corrected: false,
      },
    ]);
  });

  it('says of how many pages nothing could be read', async () => {
    const api = await startTestApi();
    const id = await processSample(api, { pages: 4, unread: [2, 4] });
    await processSample(api, { pages: 2 });
    const of = async () => (await list(api)).items.map((item) => [item.processing_id === id, item.unread_page_count]);
    expect((await of()).sort()).toEqual([
      [false, 0],
      [true, 2],
    ]);
    await api.call({ method: 'POST', url: `/processing/results/${id}${VERIFICATION}` });
    expect(await of()).toContainEqual([true, 2]);
  });

  it('shows unfinished and failed documents with their state', async () => {
    const api = await startTestApi();
    const failed = await processSample(api, { pages: 1, fails: { job: 'inspect', error: 'DocumentEncryptedError' } });
    api.service.stateMachines.runsAtOnce = false;
    const waiting = await processSample(api, { pages: 2 });
    expect((await list(api, '?state=failed')).items).toMatchObject([
      {
        processing_id: failed,
        state: 'failed',
        failure_code: 'document_encrypted',
        failure_detail: expect.stringContaining('DocumentEncryptedError') as string,
        thumbnail: null,
      },
    ]);
    expect((await list(api, '?state=queued')).items).toMatchObject([{ processing_id: waiting, page_count: null }]);
    for (const both of ['?state=queued&state=failed', '?state=failed,queued'])
      expect(idsOf(await list(api, both)).sort()).toEqual([failed, waiting].sort());
    await api.service.stateMachines.runWaiting();
    expect(idsOf(await list(api, '?state=succeeded'))).toEqual([waiting]);
  });

  it('shows the count of a correction, and again that of the model when it is taken back', async () => {
    const api = await startTestApi();
    const id = await processSample(api, { pages: 2, starts: [2] });
    const url = `/processing/results/${id}${VERIFICATION}`;
    const body = JSON.stringify({ sub_documents: [{ pages: [1, 2] }] });
    await api.call({ method: 'POST', url, body, headers: { 'Content-Type': 'application/json' } });
    expect((await list(api)).items).toMatchObject([{ sub_document_count: 1, corrected: true }]);
    await api.call({ method: 'DELETE', url });
    expect((await list(api)).items).toMatchObject([{ sub_document_count: 2, corrected: false, verified: false }]);
  });

  it('filters by verification and by part of the name', async () => {
    const api = await startTestApi();
    const [a = '', b = ''] = await sendNamed(api, ['Rechnung 1.pdf', 'Brief.pdf']);
    await api.call({ method: 'POST', url: `/processing/results/${a}${VERIFICATION}` });
    expect(idsOf(await list(api, '?verified=true'))).toEqual([a]);
    expect(idsOf(await list(api, '?verified=false'))).toEqual([b]);
    expect(idsOf(await list(api, '?name=rechnung'))).toEqual([a]);
    expect(idsOf(await list(api, '?name=none'))).toEqual([]);
  });

  it.each(['NFC', 'NFD'])('finds a name with umlauts in %s, whichever form is asked for', async (form) => {
    const api = await startTestApi();
    const [id] = await sendNamed(api, ['Prüfübung.pdf'.normalize(form)]);
    for (const asked of ['NFC', 'NFD'])
      expect(idsOf(await list(api, `?name=${encodeURIComponent('PRÜFÜ'.normalize(asked))}`))).toEqual([id]);
  });

  it.each([
    ['ΛΟΓΑΡΙΑΣΜΟΣ.pdf', ['ΛΟΓΑΡΙΑΣΜΟΣ', 'λογαριασμος', 'ΑΣΜΟ']],
    ['Straße.pdf', ['STRASSE', 'straße']],
    ['請求書　ＡＢＣ１２.pdf', ['abc12', 'ＡＢＣ', '請求書']],
  ])('finds %s in capitals, in small letters and in the other width', async (name, parts) => {
    const api = await startTestApi();
    const [id] = await sendNamed(api, [name, 'other.pdf']);
    for (const part of parts) expect(idsOf(await list(api, `?name=${encodeURIComponent(part)}`))).toEqual([id]);
  });

  it('names the thumbnail of a document that has one', async () => {
    const api = await startTestApi();
    const id = await processSample(api, { pages: 1 });
    const [document] = (await list(api)).items;
    expect(document?.thumbnail).toBe(`/processing/results/${id}/thumbnail`);
    expect((await api.call({ url: document?.thumbnail ?? '' })).status).toBe(200);
  });

  it('sorts by name in any case, and by pages', async () => {
    const api = await startTestApi();
    const [b = '', a = '', c = ''] = await sendNamed(api, ['beta.pdf', 'Alpha.pdf', 'gamma.pdf']);
    expect(idsOf(await list(api, '?sort=file_name'))).toEqual([a, b, c]);
    expect(idsOf(await list(api, '?sort=-file_name'))).toEqual([c, b, a]);
    const long = await processSample(api, { pages: 11 });
    const short = await processSample(api, { pages: 1 });
    expect(idsOf(await list(api, '?sort=page_count'))).toEqual([short, ...[a, b, c].toSorted(), long]);
    expect(idsOf(await list(api, '?sort=-page_count'))[0]).toBe(long);
  });

  it('sorts names by their first 100 characters and then by time, so that a key fits the table', async () => {
    const api = await startTestApi();
    const begin = '\u{1F4C4}'.repeat(99);
    const [b, a, c] = await sendNamed(api, [`${begin}-b.pdf`, `${begin}-a.pdf`, `${begin}+c.pdf`]);
    expect(idsOf(await list(api, '?sort=file_name'))).toEqual([c, b, a]);
    const keys = api.service.table.everything().map(({ sk }) => Buffer.byteLength(sk));
    expect(Math.max(...keys)).toBeLessThanOrEqual(1024);
  });

  it('selects those of a time, in every order', async () => {
    const api = await startTestApi();
    const began = api.service.clock.now().getTime();
    const at = (second: number): string => encodeURIComponent(new Date(began + second * 1000).toISOString());
    const [first, second, third] = await sendNamed(api, ['1.pdf', '2.pdf', '3.pdf']);
    for (const sort of ['created_at', 'file_name']) {
      expect(idsOf(await list(api, `?sort=${sort}&start=${at(1)}`))).toEqual([second, third]);
      expect(idsOf(await list(api, `?sort=${sort}&end=${at(2)}`))).toEqual([first, second]);
      expect(idsOf(await list(api, `?sort=${sort}&start=${at(1)}&end=${at(2)}`))).toEqual([second]);
    }
    const local = new Date(began + 3_601_000).toISOString().replace('Z', '%2B01:00');
    expect(idsOf(await list(api, `?start=${local}&sort=created_at`))).toEqual([second, third]);
  });

  it('reads only the documents of the time that is asked for', async () => {
    const api = await startTestApi();
    await sendNamed(api, ['1.pdf', '2.pdf', '3.pdf']);
    const start = api.service.clock.now().toISOString();
    await sendNamed(api, ['4.pdf']);
    const read: number[] = [];
    const query = api.service.table.query.bind(api.service.table);
    api.service.table.query = async (asked) => {
      const page = await query(asked);
      read.push(page.items.length);
      return page;
    };
    expect((await list(api, `?start=${start}`)).items).toHaveLength(1);
    expect(read).toEqual([1]);
  });

  it('sorts by confidence, filters by it, and puts documents without a gap last', async () => {
    const api = await startTestApi();
    const sure = await processSample(api, { pages: 3 });
    const unsure = await processSample(api, { pages: 3, starts: [2] });
    const single = await processSample(api, { pages: 1 });
    expect(idsOf(await list(api, '?sort=lowest_confidence'))).toEqual([unsure, sure, single]);
    expect(idsOf(await list(api, '?sort=-lowest_confidence'))).toEqual([sure, unsure, single]);
    expect(idsOf(await list(api, '?confidence_below=0.95'))).toEqual([unsure]);
    expect(idsOf(await list(api, '?confidence_below=0.98&sort=lowest_confidence'))).toEqual([unsure]);
    expect(idsOf(await list(api, '?confidence_below=0.9&sort=lowest_confidence'))).toEqual([]);
    for (const sort of ['lowest_confidence', 'created_at']) {
      expect(idsOf(await list(api, `?confidence_at_most=0.9&sort=${sort}`))).toEqual([unsure]);
      expect(idsOf(await list(api, `?confidence_at_most=0.899999&sort=${sort}`))).toEqual([]);
      expect(idsOf(await list(api, `?confidence_below=0.9000001&sort=${sort}`))).toEqual([unsure]);
      expect(idsOf(await list(api, `?confidence_below=0.8999999&sort=${sort}`))).toEqual([]);
      expect(idsOf(await list(api, `?confidence_at_most=0.9&confidence_below=0.9&sort=${sort}`))).toEqual([]);
    }
  });

  it.each(['created_at', 'lowest_confidence', '-lowest_confidence'])(
    'sorted by %s, can be those that the review queue has at a threshold',
    async (sort) => {
      const api = await startTestApi();
      const sure = await processSample(api, { pages: 3 });
      const unsure = await processSample(api, { pages: 3, starts: [2] });
      const unread = await processSample(api, { pages: 3, unread: [2] });
      await processSample(api, { pages: 1 });
      await processSample(api, { pages: 3, unread: [2] }, { mode: 'per_page' });
      const verified = await processSample(api, { pages: 3, starts: [2], unread: [1] });
      await api.call({ method: 'POST', url: `/processing/results/${verified}${VERIFICATION}` });
      const at = async (threshold: number) =>
        idsOf(await list(api, `?review_threshold=${threshold}&sort=${sort}`)).toSorted();
      expect(await at(0)).toEqual([unread]);
      expect(await at(0.9)).toEqual([unsure, unread].toSorted());
      expect(await at(1)).toEqual([sure, unsure, unread].toSorted());
    },
  );

  it.each(DOCUMENT_ORDERS)('sorted by %s has each document once on its pages', async (sort) => {
    const api = await startTestApi();
    const ids = await sendNamed(api, ['1.pdf', '2.pdf', '3.pdf', '4.pdf', '5.pdf']);
    const seen = idsOf({ items: await readAll(api, `sort=${sort}`, 2), next: null });
    expect(seen.toSorted()).toEqual(ids.toSorted());
    if (sort.endsWith('created_at')) expect(seen).toEqual(sort === 'created_at' ? ids : ids.toReversed());
  });

  it.each<['page_count' | 'lowest_confidence', 'ascending' | 'descending']>([
    ['page_count', 'ascending'],
    ['page_count', 'descending'],
    ['lowest_confidence', 'ascending'],
    ['lowest_confidence', 'descending'],
  ])('sorted by %s, %s, has the documents without a value last, on pages of every size', async (by, direction) => {
    const api = await startTestApi();
    for (const pages of [3, 1, 11, 2]) await processSample(api, { pages, starts: pages === 11 ? [4] : [] });
    await processSample(api, { pages: 1, fails: { job: 'inspect', error: 'DocumentEncryptedError' } });
    api.service.stateMachines.runsAtOnce = false;
    await processSample(api, { pages: 5 });
    const everything = (await list(api)).items;
    expect(new Set(everything.map(({ [by]: value }) => value === null))).toEqual(new Set([true, false]));
    const sort = `sort=${direction === 'descending' ? '-' : ''}${by}`;
    for (const [filter, isShown] of [
      ['', () => true],
      ['&state=succeeded', ({ state }: ListedDocument) => state === 'succeeded'],
      ['&state=queued,failed', ({ state }: ListedDocument) => state !== 'succeeded'],
      ['&confidence_at_most=0.9', ({ lowest_confidence: lowest }: ListedDocument) => lowest !== null && lowest <= 0.9],
    ] as const) {
      const shown = everything.filter(isShown);
      const known = shown.flatMap(({ [by]: value }) => (value === null ? [] : [value])).sort((a, b) => a - b);
      if (direction === 'descending') known.reverse();
      const unknown = new Array<null>(shown.length - known.length).fill(null);
      for (let limit = 1; limit <= everything.length + 1; limit += 1) {
        const read = await readAll(api, `${sort}${filter}`, limit);
        expect(read.map(({ [by]: value }) => value)).toEqual([...known, ...unknown]);
        const ids = (documents: readonly ListedDocument[]) => documents.map(({ processing_id: id }) => id).sort();
        expect(ids(read)).toEqual(ids(shown));
      }
    }
  });

  it('is that of one account and one workflow', async () => {
    const api = await startTestApi();
    await processSample(api, { pages: 1 });
    const foreign = await api.call({ url: URL, key: api.otherKey });
    expect(foreign.json<DocumentPage>().items).toEqual([]);
    const unknown = await api.call({ url: `/workflows/${api.service.ids.uuid()}/documents` });
    expect([unknown.status, unknown.json()['code']]).toEqual([404, 'workflow_not_found']);
  });

  it('is for reviewers too', async () => {
    const api = await startTestApi();
    const key = await addKey(api.service, api.accountId, 'reviewer');
    expect((await api.call({ url: URL, key })).status).toBe(200);
  });

  it.each([
    '?state=done',
    '?state=failed,done',
    '?state=',
    '?verified=maybe',
    '?confidence_below=2',
    '?confidence_at_most=-1',
    '?review_threshold=1.1',
    '?name=',
    '?sort=name',
    '?limit=0',
    '?cursor=x',
    '?start=2026-11-24',
    '?end=2026-11-24T08:00:00',
    '?start=0000-01-01T00:00:00%2B12:00',
    '?end=9999-12-31T23:59:59-12:00',
    '?start=2026-11-24T08:00:00Z&end=2026-11-24T08:00:00Z',
    '?start=2026-11-24T09:30:00%2B01:00&end=2026-11-24T08:00:00Z',
  ])('refuses %s', async (query) => {
    const api = await startTestApi();
    expect((await api.call({ url: `${URL}${query}` })).status).toBe(422);
  });

  it('has nothing of a deleted document, in any order', async () => {
    const api = await startTestApi();
    const id = await processSample(api, { pages: 3, starts: [2] });
    await api.call({ method: 'DELETE', url: `/processing/results/${id}` });
    for (const sort of DOCUMENT_ORDERS) expect((await list(api, `?sort=${sort}`)).items).toEqual([]);
    expect(JSON.stringify(api.service.table.everything())).not.toContain(id);
  });

  it('leaves out documents whose retention has ended', async () => {
    const api = await startTestApi();
    await processSample(api, { pages: 1 }, { retain_days: 1 });
    expect((await list(api)).items).toHaveLength(1);
    await api.service.clock.sleep(25 * 3_600_000);
    expect((await list(api)).items).toEqual([]);
  });
});
