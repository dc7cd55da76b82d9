/**
 * Rounds in which the service is killed during annotation, verification, webhook delivery and training, in turn, on one
 * data folder. In every third round of an activity the service is killed again while it resumes.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { formOf } from '../../running-service/client/api-client.ts';
import { drawLetters } from '../kill-documents.ts';
import type { Violations } from '../violations.ts';
import type { Activity } from './activity.ts';
import { annotation } from './annotation.ts';
import { delivery } from './delivery.ts';
import { KillWorld } from './kill-world.ts';
import { training } from './training.ts';
import { verification } from './verification.ts';

/** Merged files of the workflow at the beginning: three documents in each. */
const FILES = 6;
const DOCUMENTS_A_FILE = 3;

interface Document {
  readonly document_id: string;
}

/** Adds a merged file, with its annotation. @param pagesOfEach  pages of each of its documents */
async function addFile(world: KillWorld, name: string, pagesOfEach: number): Promise<void> {
  const form = formOf(new Map([[`${name}.pdf`, await drawLetters(pagesOfEach, name)]]), { upload_mode: 'merged' });
  const { items } = await world.send<{ items: Document[] }>('POST', world.own('/training-documents'), form);
  const id = items[0]?.document_id ?? '';
  await world.until(
    () => world.get<{ status: string }>(world.own(`/training-documents/${id}`)),
    ({ status }) => status !== 'reading',
  );
  await world.send('PUT', world.own(`/training-documents/${id}/annotation`), {
    sub_documents: Array.from({ length: DOCUMENTS_A_FILE }, (_, document) => ({
      name: `Letter ${document + 1}`,
      pages: Array.from({ length: pagesOfEach }, (_page, page) => document * pagesOfEach + page + 1),
    })),
  });
}

async function prepareWorkflow(world: KillWorld): Promise<void> {
  await world.send('PATCH', '/account', { email: 'people@customer.example' });
  const { workflow_id: id } = await world.send<{ workflow_id: string }>('POST', '/workflows', {
    workflow_name: 'Letters',
    learns_from_corrections: true,
  });
  world.workflowId = id;
  for (let file = 0; file < FILES; file += 1) await addFile(world, `file-${file}`, 1 + (file % 2));
}

const activitiesOf = async (): Promise<readonly Activity[]> => {
  const letters = await drawLetters(1, 'letters');
  return [
    annotation(),
    verification(letters),
    delivery(letters),
    training((world, round) => addFile(world, `round-${round}`, 2)),
  ];
};

async function runRound(world: KillWorld, activity: Activity, round: number, violations: Violations): Promise<number> {
  await activity.prepare(world, round);
  const acting = activity.act(world);
  const killMs = Math.random() * activity.killWithinMs;
  // An activity may end before the kill.
  await Promise.race([sleep(killMs), acting]);
  await world.kill();
  await acting;
  await world.startAgain();
  if (round % 3 === 0) {
    await sleep(Math.random() * activity.killWithinMs);
    await world.kill();
    await world.startAgain();
  }
  await activity.finish(world, violations);
  return killMs;
}

/** @returns the number of rounds of each activity */
export async function runWorkflowRounds(rounds: number, violations: Violations): Promise<Record<string, number>> {
  const dataFolder = await mkdtemp(join(tmpdir(), 'tearline-kill-workflow-'));
  const world = await KillWorld.open(dataFolder);
  const done: Record<string, number> = {};
  try {
    await prepareWorkflow(world);
    const activities = await activitiesOf();
    for (let round = 1; round <= rounds; round += 1) {
      const activity = activities[(round - 1) % activities.length];
      if (activity === undefined) throw new RangeError('There is no activity.');
      try {
        const killMs = await runRound(world, activity, round, violations);
        console.log(`${activity.name}, round ${round}: killed after ${killMs.toFixed(0)} ms`);
      } catch (error) {
        throw new Error(`${activity.name}, round ${round}. The server wrote:\n${world.log().slice(-4000)}`, {
          cause: error,
        });
      }
      done[activity.name] = (done[activity.name] ?? 0) + 1;
    }
    return done;
  } finally {
    await world.close();
    await rm(dataFolder, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
  }
}
