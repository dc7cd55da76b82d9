import { describe, expect, it } from 'vitest';
import { partDone, summaryOf } from '../../../../web/src/process/queue/queued-file.ts';
import type { FileState, QueuedFile, Step } from '../../../../web/src/process/queue/queued-file.ts';

const processing = (step: Step, pagesDone = 0): FileState => ({
  kind: 'processing',
  processingId: 'p',
  step,
  pagesDone,
  pages: 10,
});

describe("A file's bar", () => {
  it('never goes back on the way from the first byte to the split', () => {
    const way: readonly FileState[] = [
      { kind: 'waiting' },
      { kind: 'uploading', part: 0 },
      { kind: 'uploading', part: 0.5 },
      { kind: 'uploading', part: 1 },
      processing('queued'),
      processing('inspect'),
      processing('read_pages', 0),
      processing('read_pages', 9),
      processing('find_boundaries', 10),
      processing('build_results', 10),
      processing('complete', 10),
      {
        kind: 'succeeded',
        processingId: 'p',
        split: { pages: 10, subDocuments: 3, lowestConfidence: 0.5, unreadPages: 0 },
      },
    ];
    const parts = way.map(partDone);
    expect(parts).toEqual([...parts].sort((one, other) => one - other));
    expect(parts.at(-1)).toBe(1);
  });
});

describe('The summary of the files', () => {
  it('counts those that have ended and says how far all are', () => {
    const file = (state: FileState): QueuedFile => ({ id: '1', workflowId: 'w', name: 'a', size: 1, state });
    const files = [
      file({ kind: 'waiting' }),
      file({ kind: 'cancelled', processingId: null }),
      file({ kind: 'failed', processingId: null, failure: { code: 'unknown', detail: '' } }),
      file({ kind: 'uploading', part: 0 }),
    ];
    expect(summaryOf(files)).toEqual({ all: 4, ended: 2, sending: 2, succeeded: 0, failed: 1, part: 0.5 });
  });
});
