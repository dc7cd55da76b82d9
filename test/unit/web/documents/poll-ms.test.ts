import { describe, expect, it } from 'vitest';
import { pollMs } from '../../../../web/src/documents/poll-ms.ts';

const page = (...states: readonly ('queued' | 'processing' | 'succeeded')[]) => ({
  items: states.map((state) => ({ state })),
});

describe('The list of documents is asked for again', () => {
  it('after three seconds while something of it is being processed', () => {
    expect(pollMs([page('succeeded', 'processing')])).toBe(3000);
    expect(pollMs([page('succeeded'), page('queued')])).toBe(3000);
  });

  it('after 15 seconds where nothing of it is, since others may send documents', () => {
    expect(pollMs([page('succeeded')])).toBe(15_000);
    expect(pollMs([page()])).toBe(15_000);
    expect(pollMs([])).toBe(15_000);
  });

  it('less often where it has many pages, which are all asked for', () => {
    expect(pollMs([page('queued'), page(), page(), page()])).toBe(12_000);
    expect(pollMs([page(), page(), page(), page()])).toBe(60_000);
  });
});
