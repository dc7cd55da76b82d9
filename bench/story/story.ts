/**
 * `npm run bench:story -- --documents FOLDER [--train 20] [--feedback 10] [--seed 1]`: a customer's story with the running
 * service and the shipped base model. FOLDER holds the PDFs of one source, one document each, that the base model did not
 * learn from. A workflow is trained on some of them, in two collections and both upload modes; then a few piles are
 * verified with corrections and sent as feedback, and it is trained again. Piles of the other documents are split before
 * and after each training. The last line of the output is one JSON object.
 */
import { Command } from 'commander';
import { seededRandom } from '../../model-container/random.ts';
import type { Random } from '../../model-container/random.ts';
import { ApiClient, formOf, until } from '../running-service/client/api-client.ts';
import { startService } from '../running-service/running-service.ts';
import { rounded } from '../statistics.ts';
import { errorChange, errorRate, errorsOfPile, together } from './gap-errors.ts';
import type { ErrorRate, GapErrors } from './gap-errors.ts';
import { drawPiles, readStoryDocuments, subDocumentsOf } from './piles.ts';
import type { Pile, StoryDocument } from './piles.ts';

const DOCUMENTS_A_PILE = 8;
/** The held-out documents are put into piles so many times. */
const DRAWS = 3;
const LIMIT_MS = 900_000;

interface TrainingView {
  readonly training_id: string;
  readonly step: string | null;
  readonly state: string;
  readonly decision: string | null;
  readonly decision_reason: string | null;
  readonly error_rate_before: number | null;
  readonly error_rate_after: number | null;
}
interface ResultView {
  readonly processing_id: string;
  readonly document_splitting?: { readonly sub_documents: readonly { readonly pages: readonly number[] }[] };
}

class Customer {
  readonly #client: ApiClient;
  readonly #workflowId: string;

  constructor(client: ApiClient, workflowId: string) {
    this.#client = client;
    this.#workflowId = workflowId;
  }

  async addAlone(documents: readonly StoryDocument[]): Promise<void> {
    const files = new Map(documents.map(({ name, bytes }) => [name, bytes]));
    const fields = { upload_mode: 'already_split', collection: 'alone' };
    await this.#client.send('POST', this.#own('/training-documents'), formOf(files, fields));
  }

  async addPile(pile: Pile): Promise<void> {
    const fields = { upload_mode: 'merged', collection: 'piles' };
    const { items } = await this.#client.send<{ items: { document_id: string }[] }>(
      'POST',
      this.#own('/training-documents'),
      formOf(new Map([[pile.name, pile.bytes]]), fields),
    );
    await this.untilRead();
    const path = this.#own(`/training-documents/${items[0]?.document_id ?? ''}/annotation`);
    await this.#client.send('PUT', path, { sub_documents: subDocumentsOf(pile) });
  }

  async untilRead(): Promise<void> {
    await until(
      () => this.#client.get<{ items: unknown[] }>(this.#own('/training-documents?status=reading')),
      ({ items }) => items.length === 0,
      LIMIT_MS,
    );
  }

  async train(): Promise<TrainingView> {
    const { training_id: id } = await this.#client.send<TrainingView>('POST', this.#own('/trainings'), {});
    return until(
      () => this.#client.get<TrainingView>(this.#own(`/trainings/${id}`)),
      ({ step }) => step === null,
      LIMIT_MS,
    );
  }

  /** @returns the id of the result, and the documents that were found */
  async split(pile: Pile): Promise<{ id: string; found: readonly { readonly pages: readonly number[] }[] }> {
    const path = `/processing/${this.#workflowId}?wait_for=1&include=document-splitting`;
    const form = formOf(new Map([[pile.name, pile.bytes]]), {});
    const { processing_id: id } = await this.#client.send<ResultView>('POST', path, form);
    const ended = await until(
      () => this.#client.get<ResultView>(`/processing/results/${id}?wait_for=20&include=document-splitting`),
      ({ document_splitting: splitting }) => splitting !== undefined,
      LIMIT_MS,
    );
    return { id, found: ended.document_splitting?.sub_documents ?? [] };
  }

  /** Corrects the split of a pile, and sends it as feedback. */
  async correct(pile: Pile): Promise<void> {
    const { id } = await this.split(pile);
    const documents = subDocumentsOf(pile);
    const verification = `/processing/results/${id}/document-splitting/verification`;
    await this.#client.send('POST', verification, { sub_documents: documents });
    const feedback = { tag: 'piles', expected_sub_documents: documents };
    await this.#client.send('POST', `/processing/feedback/${id}`, feedback);
  }

  #own(path: string): string {
    return `/workflows/${this.#workflowId}${path}`;
  }
}

const errorsOf = async (customer: Customer, piles: readonly Pile[]): Promise<GapErrors> => {
  const all: GapErrors[] = [];
  for (const pile of piles) all.push(errorsOfPile(pile, (await customer.split(pile)).found));
  return together(all);
};

interface Measured {
  readonly before: GapErrors;
  readonly first: GapErrors;
  readonly second: GapErrors;
  readonly trainings: readonly TrainingView[];
}

interface Shares {
  readonly training: readonly StoryDocument[];
  readonly feedback: readonly StoryDocument[];
  readonly heldOut: readonly StoryDocument[];
}

const drawPilesOf = (documents: readonly StoryDocument[], name: string, random: Random) =>
  drawPiles(documents, { size: DOCUMENTS_A_PILE, name, random });

async function tell(client: ApiClient, { training, feedback, heldOut }: Shares, random: Random): Promise<Measured> {
  const { workflow_id: id } = await client.send<{ workflow_id: string }>('POST', '/workflows', {
    workflow_name: 'Story',
  });
  const customer = new Customer(client, id);
  const draws = await Promise.all(Array.from({ length: DRAWS }, (_, at) => drawPilesOf(heldOut, `held-${at}`, random)));
  const piles = draws.flat();
  const before = await errorsOf(customer, piles);
  const half = Math.ceil(training.length / 2);
  await customer.addAlone(training.slice(0, half));
  for (const pile of await drawPilesOf(training.slice(half), 'training', random)) await customer.addPile(pile);
  await customer.untilRead();
  const trainings = [await customer.train()];
  const first = await errorsOf(customer, piles);
  for (const pile of await drawPilesOf(feedback, 'feedback', random)) await customer.correct(pile);
  trainings.push(await customer.train());
  return { before, first, second: await errorsOf(customer, piles), trainings };
}

const percent = ({ error_rate: rate, interval: [low, high] }: ErrorRate): string =>
  `${rounded(100 * rate, 1)} % (${rounded(100 * low, 1)} to ${rounded(100 * high, 1)})`;

async function main(): Promise<void> {
  const options = new Command()
    .requiredOption('--documents <folder>', 'PDFs of one source, one document each')
    .option('--train <n>', 'documents of the first training', '20')
    .option('--feedback <n>', 'documents that come as feedback', '10')
    .option('--seed <n>', 'of the random order', '1')
    .parse()
    .opts<{ documents: string; train: string; feedback: string; seed: string }>();
  const random = seededRandom(Number(options.seed));
  const documents = random.shuffle(await readStoryDocuments(options.documents));
  const [train, end] = [Number(options.train), Number(options.train) + Number(options.feedback)];
  const shares = {
    training: documents.slice(0, train),
    feedback: documents.slice(train, end),
    heldOut: documents.slice(end),
  };
  if (shares.heldOut.length < DOCUMENTS_A_PILE) throw new Error(`${documents.length} documents are too few.`);
  const service = await startService();
  try {
    const { before, first, second, trainings } = await tell(new ApiClient(service), shares, random);
    const rates = { before, first, second };
    const figures = Object.fromEntries(
      Object.entries(rates).map(([name, errors]) => [name, errorRate(errors, seededRandom(1))]),
    );
    const changes = {
      first_change: errorChange(before, first, seededRandom(1)),
      second_change: errorChange(before, second, seededRandom(1)),
    };
    const pages = shares.heldOut.reduce((sum, document) => sum + document.pages, 0);
    console.log(
      `${train} documents, then ${options.feedback} more; ${shares.heldOut.length} held out (${pages} pages)`,
    );
    for (const [name, rate] of Object.entries({ ...figures, ...changes })) console.log(`${name}: ${percent(rate)}`);
    for (const { state, decision, decision_reason: reason } of trainings)
      console.log(`training: ${state}, ${decision ?? ''}: ${reason ?? ''}`);
    console.log(
      JSON.stringify({
        bench: 'story',
        documents: documents.length,
        trained_on: train,
        fed_back: Number(options.feedback),
        held_out: shares.heldOut.length,
        ...figures,
        ...changes,
        trainings: trainings.map(({ state, decision }) => ({ state, decision })),
      }),
    );
  } finally {
    await service.stop();
  }
}

await main();
