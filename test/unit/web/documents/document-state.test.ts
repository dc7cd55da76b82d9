import { describe, expect, it } from 'vitest';
import type { ProcessedDocument } from '../../../../web/src/api/documents.ts';
import { documentStateOf } from '../../../../web/src/documents/list/document-state.ts';

const document = (more: Partial<ProcessedDocument>): ProcessedDocument => ({
  processing_id: '1',
  workflow_id: '2',
  file_name: 'a.pdf',
  state: 'succeeded',
  failure_code: null,
  failure_detail: null,
  created_at: '2026-11-25T08:00:00Z',
  finished_at: null,
  page_count: 3,
  sub_document_count: 2,
  lowest_confidence: 0.95,
  unread_page_count: 0,
  verified: false,
  verified_by: null,
  verified_at: null,
  corrected: false,
  thumbnail: null,
  ...more,
});

describe("A document's state", () => {
  it.each([
    ['while it is queued', { state: 'queued' }, 'unfinished'],
    ['while it is processed', { state: 'processing' }, 'unfinished'],
    ['after a failure', { state: 'failed', failure_code: 'document_encrypted' }, 'failed'],
    ['after a cancellation', { state: 'failed', failure_code: 'cancelled' }, 'cancelled'],
    ['with a decision at the threshold', { lowest_confidence: 0.9 }, 'to_review'],
    ['with sure decisions alone', { lowest_confidence: 0.91 }, 'sure'],
    ['with sure decisions and a page that could not be read', { unread_page_count: 1 }, 'to_review'],
    ['with an unread page where the caller decided all', { unread_page_count: 1, lowest_confidence: 1 }, 'sure'],
    ['of one page', { lowest_confidence: null }, 'sure'],
    ['after its verification', { verified: true, lowest_confidence: 0.1 }, 'verified'],
    ['after a correction', { verified: true, corrected: true }, 'corrected'],
  ] as const)('%s', (_, more, state) => {
    expect(documentStateOf(document(more))).toBe(state);
  });
});
