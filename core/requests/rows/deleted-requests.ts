/**
 * Requests that are deleted while something is at work on them. A deletion first makes the request inaccessible, then
 * deletes its files, and its row last. Whoever writes files therefore looks for the row afterwards, and deletes what it
 * wrote where the request has become inaccessible (`unlessDeleted`). Of a request that was not finished, the files are
 * deleted once more when no step can be running any more (`putLeftovers`), and a file that is sent to the address of its
 * upload afterwards when the address has expired (`putUploadLeftovers`). The files of a correction that is not shown any
 * more are deleted in the same way, when nobody reads them any more (`putCorrectionLeftovers`), and so are all files of a
 * request of which a file was being rendered: the parser writes it although the process that renders has ended
 * (`putRenderingLeftovers`).
 */
import { z } from 'zod';
import { ProcessingNotAccessibleError } from '../../errors.ts';
import type { Key, WriteOperation } from '../../ports.ts';
import type { Service } from '../../service.ts';
import { indexItems } from '../../storage/lists/index-items.ts';
import { processingBlobs } from '../processing-blobs.ts';
import { isPastRetention, readProcessingRequest } from '../processing-requests.ts';
import type { ProcessingKey } from '../step-data.ts';
import type { Upload } from '../uploads.ts';

/** Index partition of all of them, sorted by the time from which nothing writes any more. */
const LEFTOVERS = 'LEFTOVERS_OF_PROCESSINGS';

/**
 * Milliseconds after which no step still runs that was running when its request ended, or when its account or workflow
 * was deleted: the longest time limit of a function. A step asks for its row before it writes, so that only a write which
 * has begun can come after the deletion.
 */
export const STEPS_END_AFTER_MS = 3_600_000;

export const leftoversPartition = (accountId: string): string => `ACCOUNT#${accountId}#LEFTOVERS`;

const leftoversSchema = z.object({ pk: z.string(), sk: z.string(), prefix: z.string() });

interface Leftovers {
  readonly account: string;
  /** What the files are left of, which tells the rows of an account apart. */
  readonly kind: 'PROCESSING' | 'CORRECTION' | 'RENDERING' | 'UPLOAD';
  readonly id: string;
}

const leftoversKey = ({ account, kind, id }: Leftovers): Key => ({
  pk: leftoversPartition(account),
  sk: `${kind}#${id}`,
});

/**
 * @param prefix  of the names of the files
 * @param until  time in ISO 8601 format from which nothing writes them any more
 */
const putRow = (leftovers: Leftovers, prefix: string, until: string): WriteOperation => ({
  put: { ...leftoversKey(leftovers), prefix, index_pk: LEFTOVERS, index_sk: `${until}#${leftovers.id}` },
});

/** @param until  time from which no step of the request runs any more */
export const putLeftovers = ({ account_id: account, processing_id: id }: ProcessingKey, until: Date): WriteOperation =>
  putRow({ account, kind: 'PROCESSING', id }, processingBlobs(account, id).prefix, until.toISOString());

/** @param until  time from which nobody reads the files of the correction any more */
export const putCorrectionLeftovers = (
  { account_id: account, processing_id: processing }: ProcessingKey,
  id: string,
  until: Date,
): WriteOperation =>
  putRow({ account, kind: 'CORRECTION', id }, processingBlobs(account, processing).correction(id), until.toISOString());

/**
 * @param id  of the claim of who renders
 * @param until  time from which no parser writes the file any more
 */
export const putRenderingLeftovers = (
  { account_id: account, processing_id: processing }: ProcessingKey,
  id: string,
  until: Date,
): WriteOperation =>
  putRow({ account, kind: 'RENDERING', id }, processingBlobs(account, processing).prefix, until.toISOString());

/** Part of the end of who rendered: nothing writes any more. @param id  of its claim */
export const deleteRenderingLeftovers = ({ account_id: account }: ProcessingKey, id: string): WriteOperation => ({
  delete: leftoversKey({ account, kind: 'RENDERING', id }),
});

/** Its address takes a file again once the first one is deleted. It has expired when unclaimed uploads are deleted. */
export const putUploadLeftovers = ({
  account_id: account,
  upload_id: id,
  blob_key: key,
  delete_after: until,
}: Upload): WriteOperation => putRow({ account, kind: 'UPLOAD', id }, key, until);

/** Deletes the files of one, then its row. */
export const deleteLeftovers = async (
  service: Pick<Service, 'table' | 'blobs'>,
  { pk, sk, prefix }: z.infer<typeof leftoversSchema>,
): Promise<void> => {
  await service.blobs.deleteAll(prefix);
  await service.table.write([{ delete: { pk, sk } }]);
};

/** Yields those to which nothing writes any more at `now`. */
export async function* leftoversBefore(service: Pick<Service, 'table'>, now: Date) {
  for await (const item of indexItems(service, LEFTOVERS, now.toISOString())) yield leftoversSchema.parse(item);
}

/**
 * Does work that writes files of a request.
 * @throws ProcessingNotAccessibleError where the request was deleted meanwhile: then nothing of it is left
 */
export const unlessDeleted = async <Result>(
  service: Pick<Service, 'table' | 'blobs' | 'clock'>,
  key: ProcessingKey,
  work: () => Promise<Result>,
): Promise<Result> => {
  const requireRequest = async (): Promise<void> => {
    const request = await readProcessingRequest(service, key);
    if (request !== undefined && !isPastRetention(request, service.clock.now())) return;
    await service.blobs.deleteAll(processingBlobs(key.account_id, key.processing_id).prefix);
    throw new ProcessingNotAccessibleError();
  };
  let result: Result;
  try {
    result = await work();
  } catch (error) {
    await requireRequest();
    throw error;
  }
  await requireRequest();
  return result;
};
