/** Contract of ModelTrainer. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { NotFoundError } from '../../core/errors.ts';
import type { BlobStore, ModelTrainer } from '../../core/ports.ts';

export interface TrainerUnderTest {
  readonly trainer: ModelTrainer;
  readonly blobs: BlobStore;
  close(): Promise<void>;
}

/**
 * @param makeTrainer  a trainer whose program is TRAINING_PROGRAM: it copies its data to its weights, waits where the
 *                     data says `wait`, and fails where it says `bad`
 */
export const describeModelTrainerContract = (name: string, makeTrainer: () => Promise<TrainerUnderTest>): void => {
  describe(`ModelTrainer contract: ${name}`, () => {
    let made: TrainerUnderTest;
    beforeEach(async () => {
      made = await makeTrainer();
    });
    afterEach(async () => {
      await made.close();
    });

    const start = async (job: string, data: string): Promise<void> => {
      await made.blobs.put(`input/${job}/training/sender/a.jsonl`, data, 'application/x-ndjson');
      await made.trainer.start({
        name: job,
        inputPrefix: `input/${job}/`,
        outputPrefix: `output/${job}/`,
        hyperparameters: { seed: '3' },
      });
    };
    const stateOf = async (job: string) => (await made.trainer.state(job)).state;
    const resultOf = async (job: string) => Buffer.from(await made.blobs.get(`output/${job}/weights.json`)).toString();

    it('runs a job to success, with results', async () => {
      await start('one', 'data');
      await expect.poll(() => stateOf('one')).toBe('succeeded');
      expect(JSON.parse(await resultOf('one'))).toMatchObject({ data: 'data', hyperparameters: { seed: '3' } });
    });

    it('returns the failure that the training program wrote', async () => {
      await start('two', 'bad');
      await expect.poll(() => stateOf('two')).toBe('failed');
      expect((await made.trainer.state('two')).failure).toContain('bad data: nothing to learn');
      expect(await made.blobs.head('output/two/weights.json')).toBeUndefined();
    });

    it('does not restart a job with an existing name', async () => {
      await start('three', 'first');
      await expect.poll(() => stateOf('three')).toBe('succeeded');
      await start('three', 'bad');
      expect(await stateOf('three')).toBe('succeeded');
      expect(JSON.parse(await resultOf('three'))).toMatchObject({ data: 'first' });
    });

    it('stops a job without results', async () => {
      await start('four', 'wait');
      expect(await stateOf('four')).toBe('running');
      await made.trainer.stop('four');
      await expect.poll(() => stateOf('four')).toBe('stopped');
      expect(await made.blobs.head('output/four/weights.json')).toBeUndefined();
    });

    it('returns the latest value of each metric that the training program logs', async () => {
      await start('six', 'wait');
      await expect
        .poll(async () => (await made.trainer.state('six')).metrics)
        .toEqual({ 'job:progress': 0.5, 'job:phase': 2, 'validation:error': 0.01 });
      await made.trainer.stop('six');
    });

    it('throws NotFoundError for a job that was never started', async () => {
      await expect(made.trainer.state('five')).rejects.toThrow(NotFoundError);
      await expect(made.trainer.stop('five')).rejects.toThrow(NotFoundError);
    });
  });
};

/** A minimal implementation of SageMaker's training contract. */
export const TRAINING_PROGRAM = `
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
const root = process.env.TEARLINE_TRAINING_ROOT;
const data = readFileSync(root + '/input/data/training/sender/a.jsonl', 'utf8');
const hyperparameters = JSON.parse(readFileSync(root + '/input/config/hyperparameters.json', 'utf8'));
if (data === 'bad') {
  mkdirSync(root + '/output', { recursive: true });
  writeFileSync(root + '/output/failure', 'bad data: nothing to learn\\n');
  process.exit(2);
}
console.log('epoch=1 validation:error=0.01000;');
console.log('job:phase=1; job:progress=0.25000;');
console.log('step=fold_0;');
console.log('job:phase=2; job:progress=0.50000;');
if (data === 'wait') { process.stdin.resume(); process.stdin.on('end', () => process.exit(143)); setInterval(() => undefined, 1000); }
else {
  mkdirSync(root + '/model', { recursive: true });
  writeFileSync(root + '/model/weights.json', JSON.stringify({ data, hyperparameters }));
  writeFileSync(root + '/model/report.json', '{}');
}
`;
