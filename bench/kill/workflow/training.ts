/** Trainings: each ends once, with one model, one mail and one event, and the workflow keeps a model that serves. */
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Violations } from '../violations.ts';
import type { Activity } from './activity.ts';
import { NoAnswerError } from '../../running-service/client/api-client.ts';
import type { KillWorld } from './kill-world.ts';

interface TrainingView {
  readonly training_id: string;
  readonly state: string;
  readonly step: string | null;
  readonly model_version: string | null;
}
interface ModelPage {
  readonly items: readonly { readonly model_version: string; readonly in_use: boolean }[];
}

const countMails = async (world: KillWorld): Promise<number> =>
  (await readdir(join(world.dataFolder, 'mail')).catch(() => [])).filter((name) => name.endsWith('.eml')).length;

/** @param addDocument  adds an annotated file, so that each training has another model */
export function training(addDocument: (world: KillWorld, round: number) => Promise<void>): Activity {
  let number = 0;
  let before = 0;
  let mailsBefore = 0;
  const list = async (world: KillWorld): Promise<readonly TrainingView[]> =>
    (await world.get<{ items: TrainingView[] }>(world.own('/trainings?limit=1000'))).items;
  const start = (world: KillWorld): Promise<TrainingView> =>
    world.send('POST', world.own('/trainings'), {}, `training-${number}`);
  const check = async (world: KillWorld, ended: TrainingView, violations: Violations): Promise<void> => {
    const version = ended.model_version ?? '';
    if (ended.state !== 'trained') violations.add('failed', `the training ${ended.training_id} is ${ended.state}`);
    const trainings = await list(world);
    if (trainings.length !== before + 1)
      violations.add('duplicated', `${trainings.length - before} trainings of one request`);
    const { items: models } = await world.get<ModelPage>(world.own('/models?limit=1000'));
    if (models.filter(({ model_version: one }) => one === version).length !== 1)
      violations.add('half_done', `the model ${version} is not listed once`);
    if (models.filter((model) => model.in_use).length !== 1) violations.add('half_done', 'not one model is in use');
    // The mail and the event follow the end.
    await world.until(
      () => countMails(world),
      (count) => count > mailsBefore,
    );
    await world.until(
      () => world.eventsOf(ended.training_id),
      ({ length }) => length > 0,
    );
    const mails = (await countMails(world)) - mailsBefore;
    if (mails !== 1) violations.add('duplicated', `${mails} mails about ${ended.training_id}`);
    const events = await world.eventsOf(ended.training_id);
    if (events.join() !== `training.completed ${ended.training_id}`)
      violations.add('different', `events of the training: ${events.join()}`);
  };
  return {
    name: 'training',
    killWithinMs: 20_000,
    prepare: async (world, round) => {
      number = round;
      await addDocument(world, round);
      before = (await list(world)).length;
      mailsBefore = await countMails(world);
    },
    act: async (world) => {
      try {
        const { training_id: id } = await start(world);
        await world.until(
          () => world.get<TrainingView>(world.own(`/trainings/${id}`)),
          ({ step }) => step === null,
        );
      } catch (error) {
        if (!(error instanceof NoAnswerError)) throw error;
      }
    },
    finish: async (world, violations) => {
      const { training_id: id } = await start(world);
      const ended = await world.until(
        () => world.get<TrainingView>(world.own(`/trainings/${id}`)),
        ({ step }) => step === null,
      );
      await check(world, ended, violations);
    },
  };
}
