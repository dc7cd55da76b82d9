/** The fakes of the service tests fulfil the contracts of their ports. */
import { MapTable } from '../fakes/table/map-table.ts';
import { MemoryBlobStore } from '../fakes/memory-blob-store.ts';
import { describeBlobStoreContract } from './blob-store.contract.ts';
import { describeTableContract } from './table.contract.ts';

describeTableContract('MapTable', () => {
  let now = new Date();
  return Promise.resolve({
    table: new MapTable({ now: () => now }),
    setNow: (date: Date) => {
      now = date;
    },
    close: () => Promise.resolve(),
  });
});

describeBlobStoreContract('MemoryBlobStore', () => {
  const blobs = new MemoryBlobStore({ now: () => new Date() });
  return Promise.resolve({
    blobs,
    send: (upload, body, headers = {}) =>
      blobs.receive(upload.url, { ...upload.headers, ...headers }['Content-Type'] ?? '', body),
    close: () => Promise.resolve(),
  });
});
