/** The row of a listed document between releases: after a rollback, a release reads rows of the one that came after it. */
import { expect, it } from 'vitest';
import { documentOf, putDocumentRows } from '../../../core/requests/rows/document-rows.ts';
import type { Item } from '../../../core/ports.ts';
import { processingParametersSchema, processingRequestSchema } from '../../../core/requests/processing-request.ts';

const NOW = new Date('2026-11-30T12:00:00Z');

const rowOf = (more: object): Item => {
  const request = processingRequestSchema.parse({
    processing_id: '11111111-0000-4000-8000-000000000001',
    account_id: 'a',
    workflow_id: '11111111-0000-4000-8000-000000000002',
    workflow_name: 'Mail',
    state: 'succeeded',
    file_name: 'a.pdf',
    size: 1,
    parameters: processingParametersSchema.parse({}),
    upload_key: 'k',
    created_at: '2026-11-30T11:00:00.000Z',
    max_pages: null,
    ...more,
  });
  const [first] = putDocumentRows(request);
  if (first === undefined || !('put' in first)) throw new Error('No row is written.');
  return first.put;
};

it('A row that has more than this release knows can be listed', () => {
  const row = rowOf({});
  const { document } = row;
  const newer = { ...row, document: { ...(document as object), of_a_newer_release: true }, more: 1 } as Item;
  expect(documentOf(newer, NOW)).toEqual(documentOf(row, NOW));
});

it('The number of unread pages stands beside what earlier releases know, and is 0 where it is absent', () => {
  const row = rowOf({ unread_page_count: 3 });
  expect(row['document']).not.toHaveProperty('unread_page_count');
  expect([documentOf(row, NOW), documentOf(rowOf({}), NOW)]).toMatchObject([
    { unread_page_count: 3 },
    { unread_page_count: 0 },
  ]);
});
