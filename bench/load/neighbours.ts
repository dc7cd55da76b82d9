/** One account that sends far more than its rate, and another that sends at a normal rate. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Client } from './client.ts';
import { quantile, rounded } from '../statistics.ts';

/** Milliseconds from each upload to its result, and of each read of a result's state. */
export interface Measured {
  readonly documents: readonly number[];
  readonly reads: readonly number[];
  readonly refused: number;
}

export interface Latencies {
  readonly documents: number;
  readonly refused: number;
  /** From the upload to the result, in milliseconds. */
  readonly document_p50_ms: number;
  readonly document_p99_ms: number;
  /** Of reads of a result's state, in milliseconds. */
  readonly read_p50_ms: number;
  readonly read_p99_ms: number;
}

/** What the other account sent. */
export interface Neighbour {
  readonly sent: number;
  readonly accepted: number;
  readonly refused: number;
}

/** Milliseconds between two documents, and between two reads, of the account that is measured. */
const DOCUMENT_EVERY_MS = 1000;
const READ_EVERY_MS = 200;
/** Seconds that an answer may wait for the result. */
const WAIT_SECONDS = 120;

/** Starts `act` at each multiple of the interval, however long it takes. Resolves when all have ended. */
async function repeat(seconds: number, everyMs: number, act: () => Promise<void>): Promise<void> {
  const started = performance.now();
  const running: Promise<void>[] = [];
  for (let number = 0; number * everyMs < seconds * 1000; number += 1) {
    await sleep(Math.max(0, started + number * everyMs - performance.now()));
    running.push(act());
  }
  await Promise.all(running);
}

/** Sends documents and reads at a normal rate, and measures them. */
export async function measure(client: Client, document: Uint8Array, seconds: number): Promise<Measured> {
  const [documents, reads]: [number[], number[]] = [[], []];
  let refused = 0;
  const { processingId: known } = await client.post(document, WAIT_SECONDS);
  if (known === undefined) throw new Error('The first document was refused.');
  await Promise.all([
    repeat(seconds, DOCUMENT_EVERY_MS, async () => {
      const { status, milliseconds } = await client.post(document, WAIT_SECONDS);
      if (status === 201) documents.push(milliseconds);
      else refused += 1;
    }),
    repeat(seconds, READ_EVERY_MS, async () => {
      reads.push((await client.progress(known)).milliseconds);
    }),
  ]);
  return { documents, reads, refused };
}

/** The latencies of several measurements together. */
export function latenciesOf(all: readonly Measured[]): Latencies {
  const documents = all.flatMap((measured) => measured.documents);
  const reads = all.flatMap((measured) => measured.reads);
  return {
    documents: documents.length,
    refused: all.reduce((sum, { refused }) => sum + refused, 0),
    document_p50_ms: rounded(quantile(documents, 0.5), 0),
    document_p99_ms: rounded(quantile(documents, 0.99), 0),
    read_p50_ms: rounded(quantile(reads, 0.5), 0),
    read_p99_ms: rounded(quantile(reads, 0.99), 0),
  };
}

/** Sends documents at a rate, whatever is answered. @param perSecond  documents a second */
export async function press(
  client: Client,
  document: Uint8Array,
  { seconds, perSecond }: { seconds: number; perSecond: number },
): Promise<Neighbour> {
  let [sent, accepted, refused] = [0, 0, 0];
  await repeat(seconds, 1000 / perSecond, async () => {
    sent += 1;
    const { status } = await client.post(document, 0);
    if (status === 201 || status === 202) accepted += 1;
    else if (status === 429) refused += 1;
  });
  return { sent, accepted, refused };
}
