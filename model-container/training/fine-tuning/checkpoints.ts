/** What a training has done so far, so that one that was stopped goes on where it was. */
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';

export interface Checkpoints {
  /** The result of a step: from the checkpoint where it is there, else computed and kept before it is given. */
  step<T>(name: string, schema: z.ZodType<T>, compute: () => T): Promise<T>;
}

/** Of the file, and of the code that fills it: raised with every change of what a step of a training computes. */
const CHECKPOINT_VERSION = 3;

const fileSchema = z.strictObject({
  schema_version: z.literal(CHECKPOINT_VERSION),
  training: z.string(),
  steps: z.record(z.string(), z.unknown()),
});

/**
 * @param training  names data, hyperparameters, weights and base features: a checkpoint of another training, or of another version of the code, is not used
 * @param onStep    called behind each step, also one that was there
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

/** A damaged checkpoint, or another training's or version's, is as good as none: the training begins anew. */
async function readSteps(path: string, training: string): Promise<Record<string, unknown>> {
  try {
    const file = fileSchema.parse(JSON.parse(await readFile(path, 'utf8')));
    return file.training === training ? file.steps : {};
  } catch {
    return {}; // Absent or damaged.
  }
}

/** Readers, and a training that is killed meanwhile, see the file before or the file after. */
async function writeWhole(folder: string, path: string, text: string): Promise<void> {
  await mkdir(folder, { recursive: true });
  await writeFile(`${path}.new`, text);
  await rename(`${path}.new`, path);
}
