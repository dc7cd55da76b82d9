/** Reads the hyperparameters that SageMaker passes: a JSON object of strings. */
import { readFile } from 'node:fs/promises';
import { z } from 'zod';
import { TrainingRefusedError } from './training-error.ts';

export interface Hyperparameters {
  readonly seed: number;
}

const schema = z.strictObject({ seed: z.coerce.number().int().min(0).max(1_000_000).default(1) });

/**
 * Without a file the defaults apply. SageMaker's own hyperparameters (`sagemaker_…`) are ignored.
 * @throws TrainingRefusedError
 */
export async function readHyperparameters(path: string): Promise<Hyperparameters> {
  let text: string;
  try {
    text = await readFile(path, 'utf8');
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return schema.parse({});
    throw error;
  }
  try {
    const all = z.record(z.string(), z.unknown()).parse(JSON.parse(text));
    return schema.parse(Object.fromEntries(Object.entries(all).filter(([name]) => !name.startsWith('sagemaker_'))));
  } catch (error) {
    const issue = error instanceof z.ZodError ? error.issues[0] : undefined;
    const reason = issue === undefined ? 'not JSON' : `${issue.path.join('.')} ${issue.message}`;
    throw new TrainingRefusedError(
      'invalid_hyperparameters',
      `The hyperparameters are not valid: ${reason}. The only one is seed, 0 to 1000000.`,
      { cause: error },
    );
  }
}
