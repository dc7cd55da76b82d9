/** Verifications with a correction: flag, splitting, PDFs, event and training document are changed together, once. */
import type { Violations } from '../violations.ts';
import { answeredOf } from './activity.ts';
import type { Activity } from './activity.ts';
import { formOf, NoAnswerError } from '../../running-service/client/api-client.ts';
import type { KillWorld } from './kill-world.ts';

/** Results that are verified at once. */
const AT_ONCE = 4;
const CORRECTION = [
  { name: 'First', pages: [1] },
  { name: 'Second', pages: [2, 3] },
];

interface Splitting {
  readonly sub_documents: readonly { readonly name: string; readonly pages: readonly number[] }[];
}

const isCorrected = ({ sub_documents: parts }: Splitting): boolean =>
  JSON.stringify(parts.map(({ name, pages }) => ({ name, pages }))) === JSON.stringify(CORRECTION);

export function verification(file: Uint8Array): Activity {
  let ids: readonly string[] = [];
  let answered: boolean[] = [];
  let round = 0;
  const path = (id: string) => `/processing/results/${id}/document-splitting`;
  const keyOf = (at: number) => `verification-${round}-${at}`;
  const check = async (world: KillWorld, id: string, violations: Violations): Promise<boolean> => {
    const [{ verified }, splitting, pdfs] = [
      await world.get<{ verified: boolean }>(`${path(id)}/verification`),
      await world.get<Splitting>(path(id)),
      await world.get<string[]>(`/processing/results/${id}/split-pdfs`),
    ];
    if (verified !== isCorrected(splitting))
      violations.add('half_done', `${id}: verified ${verified}, corrected ${isCorrected(splitting)}`);
    if (pdfs.length !== splitting.sub_documents.length)
      violations.add('half_done', `${id}: ${pdfs.length} PDFs of ${splitting.sub_documents.length} documents`);
    return verified;
  };
  const trainingDocumentsOf = (world: KillWorld, id: string): number =>
    world.rows('%', 'DOCUMENT#%').filter((row) => JSON.stringify(row['feedback'] ?? {}).includes(id)).length;
  return {
    name: 'verification',
    killWithinMs: 600,
    prepare: async (world, number) => {
      round = number;
      ids = await Promise.all(
        Array.from({ length: AT_ONCE }, async () => {
          const form = formOf(new Map([['letters.pdf', file]]), { parameters: '{"mode":"none"}' });
          const url = `/processing/${world.workflowId}?wait_for=120&include=pdf`;
          return (await world.send<{ processing_id: string }>('POST', url, form)).processing_id;
        }),
      );
      for (const id of ids)
        await world.until(
          () => world.get<{ state: string }>(`/processing/results/${id}/progress`),
          ({ state }) => state === 'succeeded',
        );
    },
    act: async (world) => {
      answered = await answeredOf(
        ids.map((id, at) => world.send('POST', `${path(id)}/verification`, { sub_documents: CORRECTION }, keyOf(at))),
        (error) => error instanceof NoAnswerError,
      );
    },
    finish: async (world, violations) => {
      for (const [at, id] of ids.entries())
        if (!(await check(world, id, violations)) && answered[at] === true)
          violations.add('lost', `verification of ${id}`);
      for (const [at, id] of ids.entries()) {
        await world.send('POST', `${path(id)}/verification`, { sub_documents: CORRECTION }, keyOf(at));
        if (!(await check(world, id, violations))) violations.add('lost', `repeated verification of ${id}`);
        const events = await world.until(
          async () => (await world.eventsOf(id)).filter((event) => event.startsWith('processing.verified ')),
          ({ length }) => length > 0,
        );
        if (events.length > 1) violations.add('duplicated', `${events.length} events of the verification of ${id}`);
      }
      await world.until(
        () => world.rows('ACCOUNT#%#CORRECTIONS').length,
        (pending) => pending === 0,
      );
      for (const id of ids) {
        const documents = trainingDocumentsOf(world, id);
        if (documents !== 1)
          violations.add('duplicated', `${documents} training documents of the verification of ${id}`);
      }
    },
  };
}
