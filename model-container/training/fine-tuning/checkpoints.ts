/** Checkpoints of a training, so that a stopped training resumes after its last finished step. */
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';

export interface Checkpoints {
  /** The result of a step: from the checkpoint where it is present, else computed and stored before it is returned. */
  step<T>(name: string, schema: z.ZodType<T>, compute: () => T): Promise<T>;
}

/** Version of the file and of the code that fills it: increased with every change of what a step computes. */
const CHECKPOINT_VERSION = 4;

const fileSchema = z.strictObject({
  schema_version: z.literal(CHECKPOINT_VERSION),
  training: z.string(),
  steps: z.record(z.string(), z.unknown()),
});

/**
 * @param training  hash of data, hyperparameters, weights and base features: a checkpoint of another training, or of
 *   another version of the code, is not used
 * @param onStep  called after each step, also after one that was in the checkpoint
 */
export async function openCheckpoints(
  folder: string,
  training: string,
  onStep: (name: string, resumed: boolean) => Promise<void>,
): Promise<Checkpoints> {
  const path = join(folder, 'checkpoint.json');
  const steps = await readSteps(path, training);
  return {
    async step(name, schema, compute) {
      const found = schema.safeParse(steps[name]);
      if (!found.success) {
        const result = compute();
        steps[name] = z.encode(schema, result);
        await writeWhole(folder, path, JSON.stringify({ schema_version: CHECKPOINT_VERSION, training, steps }));
        await onStep(name, false);
        return result;
      }
      await onStep(name, true);
      return found.data;
    },
  };
}

/**
 * No steps where the checkpoint is damaged, of another training or of another version: the training starts from
 * scratch.
 */
async function readSteps(path: string, training: string): Promise<Record<string, unknown>> {
  try {
    const file = fileSchema.parse(JSON.parse(await readFile(path, 'utf8')));
    return file.training === training ? file.steps : {};
  } catch {
    return {}; // Absent or damaged.
  }
}

/** Replaces the file atomically: a killed training leaves either the old or the new file. */
async function writeWhole(folder: string, path: string, text: string): Promise<void> {
  await mkdir(folder, { recursive: true });
  await writeFile(`${path}.new`, text);
  await rename(`${path}.new`, path);
}
