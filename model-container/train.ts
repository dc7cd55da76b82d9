/**
 * Trains a workflow's model under SageMaker's training contract; as a child process of the local host, the very same
 * below another folder. Exit status 0: weights and report are written. 1: a fault of the program. 2: refused, output/failure
 * says why. 143: ended by SIGTERM; started again, it goes on where it was.
 */
import { fstatSync } from 'node:fs';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { readTrainingSettings } from './settings.ts';
import { runTraining } from './training/job/run-training.ts';
import { foldersBelow } from './training/job/training-folders.ts';
import { TrainingRefusedError } from './training/job/training-error.ts';

const TERMINATED = 143;

const settings = readTrainingSettings();
const folders = foldersBelow(settings.root);
const say = (line: string) => {
  process.stdout.write(`${line}\n`);
};

// Every finished step is in the checkpoint already: there is nothing to write, and steps take seconds.
process.once('SIGTERM', () => {
  say('stopped=1;');
  process.exit(TERMINATED);
});

// A parent that started this as its child holds the other end of a pipe; when it is gone, this goes too. On SageMaker there is no pipe.
const input = fstatSync(0);
if (input.isFIFO() || input.isSocket())
  process.stdin
    .resume()
    .once('end', () => process.exit(TERMINATED))
    .once('error', () => process.exit(TERMINATED));

try {
  await rm(folders.failure, { force: true });
  await runTraining({ folders, baseFolder: settings.modelFolder, log });
  process.exit(0);
} catch (error) {
  await mkdir(dirname(folders.failure), { recursive: true });
  if (error instanceof TrainingRefusedError) {
    await writeFile(folders.failure, `${error.code}: ${error.message}\n`);
    process.stderr.write(`${error.code}: ${error.message}\n`);
    process.exit(2);
  }
  const text = error instanceof Error ? (error.stack ?? error.message) : String(error);
  await writeFile(
    folders.failure,
    'internal_error: The training ended with a fault of the program. Its log says more.\n',
  );
  process.stderr.write(`${text}\n`);
  process.exit(1);
}
