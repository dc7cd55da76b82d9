/** Training files: their crops, and whether a person confirmed their documents. */
import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { readCustomerDocuments } from '../../../../model-container/training/job/customer-documents.ts';
import { prepareDocuments } from '../../../../model-container/training/job/run-training.ts';
import { makePageRecord } from '../../../contract/page-record.ts';
import { drawCustomer, jsonLines } from './training-fixtures.ts';

/** Page 1 is whole, page 2 has two crops, page 3 is whole. */
const RECORDS = [
  makePageRecord(1),
  { ...makePageRecord(2), crop: 1, crop_corners: [0, 0, 0.5, 0, 0.5, 1, 0, 1] },
  { ...makePageRecord(2), crop: 2, crop_corners: [0.5, 0, 1, 0, 1, 1, 0.5, 1] },
  makePageRecord(3),
];

const documentsOf = async (subDocuments: readonly object[]) => {
  const channel = await mkdtemp(join(tmpdir(), 'tearline-cropped-'));
  await writeFile(join(channel, 'file.jsonl'), RECORDS.map((record) => JSON.stringify(record)).join('\n'));
  await writeFile(join(channel, 'file.json'), JSON.stringify({ schema_version: 1, sub_documents: subDocuments }));
  const read: (readonly [number, number | undefined])[][] = [];
  for await (const { pages } of readCustomerDocuments(channel)) read.push(pages.map(({ page, crop }) => [page, crop]));
  return read;
};

it('A training file is divided between two crops of a page', async () => {
  expect(
    await documentsOf([
      { pages: [1, 2], crops: [1, 1] },
      { pages: [2, 3], crops: [2, 1] },
    ]),
  ).toEqual([
    [
      [1, undefined],
      [2, 1],
    ],
    [
      [2, 2],
      [3, undefined],
    ],
  ]);
});

it.each([
  ['leaves a crop out', [{ pages: [1, 2, 3], crops: [1, 1, 1] }]],
  ['names no crops', [{ pages: [1, 2] }, { pages: [3] }]],
  ['names a crop twice', [{ pages: [1, 2, 2, 3], crops: [1, 1, 1, 1] }]],
  ['has fewer crops than pages', [{ pages: [1, 2, 2, 3], crops: [1, 1, 2] }]],
])('An annotation that %s is damaged', async (_, subDocuments) => {
  await expect(documentsOf(subDocuments)).rejects.toMatchObject({ code: 'damaged_annotation' });
});

it('A document is verified where its annotation, or that of a copy of it, says so', async () => {
  const channel = await mkdtemp(join(tmpdir(), 'tearline-verified-'));
  const documents = drawCustomer(3, 6);
  const write = (name: string, at: number, annotation?: object) =>
    Promise.all([
      writeFile(join(channel, `${name}.jsonl`), jsonLines(documents[at] ?? [])),
      ...(annotation === undefined
        ? []
        : [writeFile(join(channel, `${name}.json`), JSON.stringify({ schema_version: 1, ...annotation }))]),
    ]);
  await write('a', 0, { verified: true });
  await write('b', 1, { verified: false });
  for (const [at, name] of ['c', 'd', 'e', 'f'].entries()) await write(name, 2 + at);
  await write('g-copy-of-c', 2, { verified: true });
  const prepared = await prepareDocuments(channel);
  expect(prepared.repeated).toBe(1);
  expect(prepared.documents.map(({ name, verified }) => [name, verified])).toEqual([
    ['a', true],
    ['b', false],
    ['c', true],
    ['d', false],
    ['e', false],
    ['f', false],
  ]);
});
