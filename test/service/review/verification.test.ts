/** Verification of a splitting: the flag, corrections, two reviewers, and what the results show afterwards. */
import { describe, expect, it } from 'vitest';
import { deleteExpired } from '../../../core/processing/deletion/delete-expired.ts';
import type { DocumentSplitting } from '../../../core/requests/processing-request.ts';
import { processingBlobs } from '../../../core/requests/processing-blobs.ts';
import type { Extractions } from '../../../core/results/extractions/extractions.ts';
import { addKey } from '../../fakes/fake-service.ts';
import { documentedMembers } from '../harness/documented-events.ts';
import { JSON_TYPE, processSample, startWithSample, VERIFICATION } from '../harness/process-sample.ts';
import type { Sample } from '../harness/process-sample.ts';

const CORRECTION = [
  { name: 'Invoice 4711', pages: [1] },
  { name: 'Letter', pages: [2, 3, 4] },
];

const splittingOf = async (sample: Sample): Promise<DocumentSplitting> =>
  (await sample.get('/document-splitting')).json<DocumentSplitting>();

const etagOf = async (sample: Sample): Promise<string> => (await sample.get(VERIFICATION)).headers['etag'] ?? '';

describe('Pages that could not be read', () => {
  const UNREAD = { unread_pages: [2, 4] };

  it('are named by the splitting, also after a correction and when that is taken back', async () => {
    const sample = await startWithSample({ pages: 4, starts: [3], unread: [2, 4] });
    expect(await splittingOf(sample)).toMatchObject(UNREAD);
    await sample.verify({ sub_documents: CORRECTION });
    expect(await splittingOf(sample)).toMatchObject({ ...UNREAD, sub_documents: CORRECTION });
    await sample.get(VERIFICATION, { method: 'DELETE' });
    expect(await splittingOf(sample)).toMatchObject(UNREAD);
  });

  it('are no member where all pages were read', async () => {
    expect(await splittingOf(await startWithSample())).not.toHaveProperty('unread_pages');
  });
});

describe('Verification', () => {
  it('is absent before anybody verified', async () => {
    const answer = await (await startWithSample()).get(VERIFICATION);
    expect(answer.status).toBe(200);
    expect(answer.json()).toEqual({ verified: false });
  });

  it('without a body marks the splitting as right, and can be read back with who, when and from which model', async () => {
    const sample = await startWithSample();
    const answer = await sample.verify();
    expect(answer.status).toBe(200);
    expect(answer.json()).toEqual({
      verified: true,
      verified_at: sample.api.service.clock.now().toISOString(),
      verified_by: 'test',
      corrected: false,
      model_version: 'fake',
    });
    expect((await sample.get(VERIFICATION)).json()).toEqual(answer.json());
  });

  it('with an empty body is the same', async () => {
    const sample = await startWithSample();
    expect((await sample.verify({})).json()).toMatchObject({ verified: true, corrected: false });
  });

  it('names no model where none was asked', async () => {
    const sample = await startWithSample({ pages: 3 }, { mode: 'per_page' });
    expect((await sample.verify()).json()).not.toHaveProperty('model_version');
  });

  it('keeps a name as one line, without characters that control a terminal or the direction of text', async () => {
    const sample = await startWithSample();
    const named = CORRECTION.map((document, index) => ({
      ...document,
      name: ['A\u0000B\r\nC', '\u202egpj.exe'][index],
    }));
    await sample.verify({ sub_documents: named });
    expect((await splittingOf(sample)).sub_documents.map(({ name }) => name)).toEqual(['A B C', 'gpj.exe']);
    const nothing = CORRECTION.map((document) => ({ ...document, name: '\u0000\n' }));
    expect((await sample.verify({ sub_documents: nothing })).status).toBe(422);
  });

  it('keeps the comment', async () => {
    const sample = await startWithSample();
    await sample.verify({ comment: ' Stamped twice ' });
    expect((await sample.get(VERIFICATION)).json()).toMatchObject({ comment: 'Stamped twice' });
  });

  it('is published once, without the comment', async () => {
    const sample = await startWithSample();
    await sample.verify({ comment: 'Frau Muster' });
    await sample.verify();
    const published = sample.api.service.events.published.filter(({ type }) => type === 'processing.verified');
    expect(published).toHaveLength(1);
    expect(published[0]?.data).toMatchObject({ processing_id: sample.id, corrected: false, sub_document_count: 2 });
    expect(Object.keys(published[0]?.data ?? {})).toEqual(documentedMembers('processing.verified'));
    expect(JSON.stringify(published)).not.toContain('Muster');
  });
});

describe('A correction', () => {
  it('is what document_splitting shows, with the reviewer as who decided the gaps that changed', async () => {
    const sample = await startWithSample();
    const before = await splittingOf(sample);
    expect((await sample.verify({ sub_documents: CORRECTION })).json()).toMatchObject({ corrected: true });
    const after = await splittingOf(sample);
    expect(after.sub_documents).toEqual(CORRECTION);
    expect(after.split_point_confidences).toEqual(before.split_point_confidences);
    expect(after.decisions?.map(({ split, decided_by: by }) => [split, by])).toEqual([
      [true, 'reviewer'],
      [false, 'reviewer'],
      [false, 'model'],
    ]);
  });

  it('is what split PDFs, their names, their paths and the whole result show', async () => {
    const sample = await startWithSample({ pages: 4, starts: [2, 3, 4] });
    expect((await sample.get('/split-pdfs')).json()).toHaveLength(4);
    await sample.verify({ sub_documents: CORRECTION });
    expect((await sample.get('/split-pdfs')).json()).toHaveLength(2);
    expect((await sample.get('/sub-pdfs')).json()).toHaveLength(2);
    const pdf = await sample.get('/split-pdfs/1');
    expect(pdf.text()).toContain('original pages 2,3,4');
    expect(pdf.headers['content-disposition']).toContain('Letter.pdf');
    expect((await sample.get('/split-pdfs/1?return_pages_with_ocr_data=true')).text()).toContain(
      'rendered pages 2,3,4',
    );
    expect((await sample.get('/split-pdfs/2')).status).toBe(404);
    expect((await sample.get('?include=document-splitting,split-pdfs')).json()).toMatchObject({
      document_splitting: { sub_documents: CORRECTION },
      split_pdfs: [`${sample.path}/split-pdfs/0`, `${sample.path}/split-pdfs/1`],
    });
  });

  it('is what the extractions show', async () => {
    const sample = await startWithSample();
    await sample.verify({ sub_documents: [{ pages: [1, 2, 3] }, { pages: [4] }] });
    const { sub_documents: documents } = (await sample.get('/extractions')).json<Extractions>();
    expect(documents.map(({ index }) => index)).toEqual([0, 1]);
  });

  it('reads the extractions of a result of an earlier release from its page records', async () => {
    const sample = await startWithSample();
    const { blobs } = sample.api.service;
    const keys = processingBlobs(sample.api.accountId, sample.id);
    const before = (await sample.get('/extractions')).json<Extractions>();
    await blobs.deleteAll(keys.partsOf('extractions'));
    await sample.verify({
      sub_documents: [
        { name: 'A', pages: [1, 2] },
        { name: 'B', pages: [3, 4] },
      ],
    });
    expect((await sample.get('/extractions')).json()).toEqual(before);
  });

  it('takes the titles that were read where it gives no names', async () => {
    const sample = await startWithSample();
    await sample.verify({ sub_documents: [{ pages: [1] }, { pages: [2, 3, 4] }] });
    const { sub_documents: documents } = await splittingOf(sample);
    expect(documents.map(({ name }) => name)).toEqual(['Rechnung', 'Document 2']);
  });

  it('that only changes names is a correction, without any gap of the reviewer', async () => {
    const sample = await startWithSample();
    await sample.verify({
      sub_documents: [
        { name: 'A', pages: [1, 2] },
        { name: 'B', pages: [3, 4] },
      ],
    });
    expect((await sample.get(VERIFICATION)).json()).toMatchObject({ corrected: true });
    expect((await splittingOf(sample)).decisions?.map(({ decided_by: by }) => by)).not.toContain('reviewer');
  });

  it('that names the sub-documents as they are corrects nothing', async () => {
    const sample = await startWithSample();
    const { sub_documents: documents } = await splittingOf(sample);
    expect((await sample.verify({ sub_documents: documents })).json()).toMatchObject({ corrected: false });
  });

  it('of a gap that the caller decided has the confidence of the model, never 1', async () => {
    const sample = await startWithSample({ pages: 2 }, { split_before: [2] });
    await sample.verify({ sub_documents: [{ name: 'All', pages: [1, 2] }] });
    expect((await splittingOf(sample)).decisions).toEqual([
      { after_page: 1, split: false, confidence: 0.98, decided_by: 'reviewer' },
    ]);
  });

  it('of a gap that no model scored has confidence 0', async () => {
    const sample = await startWithSample({ pages: 2 }, { mode: 'per_page' });
    await sample.verify({ sub_documents: [{ name: 'All', pages: [1, 2] }] });
    expect((await splittingOf(sample)).split_point_confidences).toEqual([0]);
  });

  it.each([
    ['a gap', [{ pages: [1] }, { pages: [3, 4] }], 'gap'],
    ['an overlap', [{ pages: [1, 2] }, { pages: [2, 3, 4] }], 'overlap'],
    ['disorder', [{ pages: [3, 4] }, { pages: [1, 2] }], 'out_of_order'],
    ['a page past the end', [{ pages: [1, 2, 3, 4, 5] }], 'past_the_end'],
    ['a second crop of a page with one', [{ pages: [1, 2, 3, 4], crops: [1, 1, 1, 2] }], 'past_the_end'],
    ['no sub-document', [], 'too_small'],
    ['a page of 0', [{ pages: [0] }], 'too_small'],
    ['an unknown member', [{ pages: [1, 2, 3, 4], title: 'x' }], 'unrecognized_keys'],
    ['a name that is not text', [{ pages: [1, 2, 3, 4], name: 1 }], 'invalid_type'],
  ])('with %s is refused and changes nothing', async (_, documents, type) => {
    const sample = await startWithSample();
    const before = [(await sample.get('')).text(), await sample.api.service.blobs.list('')];
    const answer = await sample.verify({ sub_documents: documents });
    expect(answer.status).toBe(422);
    expect(answer.json<{ errors: { type: string; loc: string[] }[] }>().errors[0]).toMatchObject({ type });
    expect((await sample.get(VERIFICATION)).json()).toEqual({ verified: false });
    expect([(await sample.get('')).text(), await sample.api.service.blobs.list('')]).toEqual(before);
  });
});

describe('Two reviewers', () => {
  it('who both read the unverified result: the second is told so and changes nothing', async () => {
    const sample = await startWithSample();
    const etag = await etagOf(sample);
    expect((await sample.verify({ sub_documents: CORRECTION }, { headers: { 'If-Match': etag } })).status).toBe(200);
    const second = await sample.verify({ comment: 'fine' }, { headers: { 'If-Match': etag } });
    expect(second.status).toBe(412);
    expect(second.json()).toMatchObject({ code: 'verification_changed' });
    expect((await splittingOf(sample)).sub_documents).toEqual(CORRECTION);
  });

  it('without If-Match: the second does not replace what the first corrected', async () => {
    const sample = await startWithSample();
    await sample.verify({ sub_documents: CORRECTION });
    const other = [{ name: 'All', pages: [1, 2, 3, 4] }];
    expect((await sample.verify({ sub_documents: other })).status).toBe(412);
    expect((await splittingOf(sample)).sub_documents).toEqual(CORRECTION);
  });

  it('who agree are both answered with the first verification', async () => {
    const sample = await startWithSample();
    const first = (await sample.verify({ sub_documents: CORRECTION })).json();
    await sample.api.service.clock.sleep(60_000);
    expect((await sample.verify({ sub_documents: CORRECTION })).json()).toEqual(first);
    expect((await sample.verify()).json()).toEqual(first);
  });

  it.each([{}, { sub_documents: CORRECTION }])(
    'who agree at the same moment are all answered with one verification: %j',
    async (body) => {
      const sample = await startWithSample();
      const answers = await Promise.all(Array.from({ length: 5 }, () => sample.verify(body)));
      expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
      expect(new Set(answers.map((answer) => answer.text()))).toHaveLength(1);
    },
  );

  it('replace a verification that they have read', async () => {
    const sample = await startWithSample();
    await sample.verify({ sub_documents: CORRECTION });
    await sample.api.service.clock.sleep(1000);
    const other = [{ name: 'All', pages: [1, 2, 3, 4] }];
    const answer = await sample.verify({ sub_documents: other }, { headers: { 'If-Match': await etagOf(sample) } });
    expect(answer.status).toBe(200);
    expect((await splittingOf(sample)).sub_documents).toEqual(other);
  });

  it('leave no file of a correction that was replaced or taken back, an hour later', async () => {
    const sample = await startWithSample();
    const { service, accountId } = sample.api;
    const { prefix } = processingBlobs(accountId, sample.id);
    const keysNow = () => service.blobs.list(prefix);
    const replace = async (documents: unknown) =>
      sample.verify({ sub_documents: documents }, { headers: { 'If-Match': await etagOf(sample) } });
    const readAll = async () => {
      for (const path of ['/archive', '/archive?return_pages_with_ocr_data=true', '/pdf', '/split-pdfs/0'])
        expect((await sample.get(path)).status).toBe(200);
    };
    await readAll();
    const keys = await keysNow();
    await replace(CORRECTION);
    await readAll();
    await replace([{ name: 'All', pages: [1, 2, 3, 4] }]);
    await readAll();
    await sample.get(VERIFICATION, { method: 'DELETE' });
    await deleteExpired(service);
    // A request that has begun may still read them.
    expect((await keysNow()).length).toBeGreaterThan(keys.length);
    await service.clock.sleep(3_600_001);
    await deleteExpired(service);
    expect(await keysNow()).toEqual(keys);
    await readAll();
  });

  it('at the same moment: one of twenty corrections is kept, whole, and the others are told so', async () => {
    const sample = await startWithSample();
    const corrections = Array.from({ length: 20 }, (_, index) => [{ name: `Version ${index}`, pages: [1, 2, 3, 4] }]);
    const answers = await Promise.all(corrections.map((documents) => sample.verify({ sub_documents: documents })));
    const kept = answers.flatMap(({ status }, index) => (status === 200 ? [index] : []));
    expect(answers.filter(({ status }) => status === 412)).toHaveLength(19);
    expect((await splittingOf(sample)).sub_documents).toEqual(corrections[kept[0] ?? -1]);
    const keys = await sample.api.service.blobs.list(
      `${processingBlobs(sample.api.accountId, sample.id).prefix}corrections/`,
    );
    expect(keys).toHaveLength(2);
  });

  it('accept the ETag of any coding, and no weak one', async () => {
    const sample = await startWithSample();
    await sample.verify({ comment: 'x'.repeat(1990) });
    const coded = (await sample.get(VERIFICATION, { headers: { 'Accept-Encoding': 'gzip' } })).headers['etag'] ?? '';
    expect(coded).toContain('gzip');
    const weak = await sample.verify({ comment: 'y' }, { headers: { 'If-Match': `W/${coded}` } });
    expect(weak.status).toBe(412);
    expect((await sample.verify({ comment: 'y' }, { headers: { 'If-Match': coded } })).status).toBe(200);
  });
});

describe('Taking a verification back', () => {
  it('shows again what the model decided', async () => {
    const sample = await startWithSample();
    const before = (await sample.get('')).text();
    await sample.verify({ sub_documents: [{ name: 'All', pages: [1, 2, 3, 4] }] });
    const answer = await sample.get(VERIFICATION, { method: 'DELETE' });
    expect(answer.status).toBe(204);
    expect((await sample.get(VERIFICATION)).json()).toEqual({ verified: false });
    expect((await sample.get('')).text()).toBe(before);
    expect((await sample.get('/split-pdfs/1')).text()).toContain('original pages 3,4');
  });

  it('by several requests at once ends as one; with the ETag that they read, one of them takes it back', async () => {
    const sample = await startWithSample();
    const takeBack = async (condition?: 'If-Match') => {
      await sample.verify({ sub_documents: CORRECTION });
      const etag = await etagOf(sample);
      const requests = Array.from({ length: 3 }, () =>
        sample.get(VERIFICATION, { method: 'DELETE', headers: condition === undefined ? {} : { [condition]: etag } }),
      );
      return (await Promise.all(requests)).map(({ status }) => status).toSorted((one, other) => one - other);
    };
    expect(await takeBack()).toEqual([204, 204, 204]);
    expect(await takeBack('If-Match')).toEqual([204, 412, 412]);
  });

  it('is for owners', async () => {
    const sample = await startWithSample();
    await sample.verify();
    const member = await addKey(sample.api.service, sample.api.accountId, 'member');
    expect((await sample.get(VERIFICATION, { method: 'DELETE', key: member })).status).toBe(403);
    expect((await sample.get(VERIFICATION)).json()).toMatchObject({ verified: true });
  });

  it('does nothing to a result that is not verified', async () => {
    const sample = await startWithSample();
    expect((await sample.get(VERIFICATION, { method: 'DELETE' })).status).toBe(204);
  });
});

describe('A verification that cannot be', () => {
  it('of a document that is still processed is told to wait', async () => {
    const sample = await startWithSample();
    sample.api.service.stateMachines.runsAtOnce = false;
    const path = `/processing/results/${await processSample(sample.api, { pages: 2 })}`;
    const answer = await sample.api.call({ method: 'POST', url: `${path}${VERIFICATION}` });
    expect(answer.status).toBe(409);
    expect(answer.json()).toMatchObject({ code: 'processing_state' });
    expect((await sample.api.call({ url: `${path}${VERIFICATION}` })).status).toBe(202);
  });

  it('of another account is refused as an unknown id is', async () => {
    const sample = await startWithSample();
    const key = sample.api.otherKey;
    for (const method of ['GET', 'POST', 'DELETE']) {
      const foreign = await sample.get(VERIFICATION, { method, key });
      const unknown = await sample.api.call({
        method,
        url: `/processing/results/${sample.api.service.ids.uuid()}${VERIFICATION}`,
      });
      expect([foreign.status, unknown.status]).toEqual([403, 403]);
      expect(foreign.json()['code']).toBe(unknown.json()['code']);
    }
  });
});

describe('A verification with an idempotency key', () => {
  const KEYED = { ...JSON_TYPE, 'Idempotency-Key': 'v-1' };

  it('is answered again, although another reviewer replaced it meanwhile', async () => {
    const sample = await startWithSample();
    const first = await sample.verify({ comment: 'first' }, { headers: KEYED });
    await sample.api.service.clock.sleep(1000);
    await sample.verify({ comment: 'second' }, { headers: { 'If-Match': await etagOf(sample) } });
    const again = await sample.verify({ comment: 'first' }, { headers: KEYED });
    expect(again.headers['idempotency-replayed']).toBe('true');
    expect(again.json()).toEqual(first.json());
    expect((await sample.get(VERIFICATION)).json()).toMatchObject({ comment: 'second' });
  });
});
