/** No content of a document, and nothing that a person typed about it, reaches logs, events or errors. */
import { afterEach, describe, expect, it, vi } from 'vitest';
import { accountKey } from '../../../core/accounts/account.ts';
import { GENERIC_WORKFLOW_ID } from '../../../core/requests/processing-request.ts';
import { writeFakeDocument } from '../../fakes/documents/fake-document.ts';
import type { FakeDocument } from '../../fakes/documents/fake-document.ts';
import { MULTIPART, uploadBody } from '../harness/multipart-body.ts';
import { JSON_TYPE, VERIFICATION } from '../harness/process-sample.ts';
import { startTestApi } from '../harness/test-api.ts';
import type { Answer, TestApi } from '../harness/test-api.ts';
import { createWorkflow } from '../workflows/training-data-client.ts';

/** Each is planted in another place. `Rechnung` is the text of the fake pages. */
const WORDS = ['Geheimname', 'Geheimtitel', 'Geheimnotiz', 'Geheimwert', 'Geheimfehler', 'Geheimgrund', 'Rechnung'];

const DOCUMENTS: readonly FakeDocument[] = [
  { pages: 3, starts: [2] },
  ...['inspect', 'readPageRange', 'cutPdfs'].flatMap((job) =>
    ['DocumentUnreadableError', 'Error'].map((error) => ({ pages: 2, fails: { job, error } })),
  ),
];

const process = (api: TestApi, document: FakeDocument): Promise<Answer> =>
  api.call({
    method: 'POST',
    url: `/processing/${GENERIC_WORKFLOW_ID}?include=thumbnail`,
    headers: MULTIPART,
    body: uploadBody(writeFakeDocument(document), undefined, 'Geheimname.pdf'),
  });

const post = (api: TestApi, url: string, body: unknown): Promise<Answer> =>
  api.call({ method: 'POST', url, headers: JSON_TYPE, body: JSON.stringify(body) });

/** Everything that is said about the documents beside their results. */
const said: string[] = [];
const listen = (stream: NodeJS.WriteStream): void => {
  vi.spyOn(stream, 'write').mockImplementation((text) => {
    said.push(String(text));
    return true;
  });
};

afterEach(() => {
  vi.restoreAllMocks();
  said.length = 0;
});

describe('Planted words', () => {
  it('are in no log line, no event and no error', async () => {
    listen(globalThis.process.stdout);
    listen(globalThis.process.stderr);
    const api = await startTestApi();
    await api.service.table.write([{ update: accountKey(api.accountId), set: { error_reports: true } }]);
    const { workflow_id } = await createWorkflow(api);
    const answers: Answer[] = [];
    for (const document of DOCUMENTS) {
      const answer = await process(api, document);
      answers.push(answer);
      const id = answer.json<{ processing_id: string }>().processing_id;
      const path = `/processing/results/${id}`;
      for (const body of [
        { sub_documents: [{ name: 'Geheimtitel', pages: [1, 9] }], comment: 'Geheimnotiz' },
        { sub_documents: [{ name: 'Geheimtitel', pages: [1, 2, 3] }], comment: 'Geheimnotiz' },
        { comment: 'Geheimnotiz zwei' },
      ])
        answers.push(await post(api, `${path}${VERIFICATION}`, body));
      answers.push(
        await post(api, '/processing/error-reports/extractions', {
          processing_id: id,
          description: 'Geheimfehler',
          incorrect_fields: [{ field: 'x', correct_value: 'Geheimwert' }],
        }),
        await post(api, `/processing/feedback/${id}`, { description: 'Geheimgrund', tag: 'Geheimgrund', workflow_id }),
        await api.call({ method: 'POST', url: `${path}/cancel` }),
        await api.call({ method: 'DELETE', url: path }),
        await api.call({ url: path }),
      );
    }
    // The document that succeeds, the report on it, and the feedback.
    expect(answers.filter(({ status }) => status === 201).length).toBeGreaterThanOrEqual(3);
    const errors = answers.filter(({ status }) => status >= 400).map((answer) => answer.text());
    expect(errors.length).toBeGreaterThan(20);
    expect(api.service.events.published.length).toBeGreaterThan(DOCUMENTS.length);
    const everything = [
      ...said,
      ...errors,
      JSON.stringify(api.service.events.published),
      ...api.logged.map(({ message, error }) => `${message} ${error instanceof Error ? (error.stack ?? '') : ''}`),
    ].join('\n');
    expect(WORDS.filter((word) => everything.includes(word))).toEqual([]);
  });
});
