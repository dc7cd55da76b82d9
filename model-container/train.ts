/**
 * Trains a workflow's model under SageMaker's training contract, on SageMaker or as a child process of the local host,
 * which sets another root folder. Exit status 0: weights and report are written. 1: internal error. 2: the training is
 * refused, and output/failure has the reason. 143: stopped by SIGTERM; a restarted training resumes at its checkpoint.
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
const log = (line: string) => {
  process.stdout.write(`${line}\n`);
};

// Every finished step is already in the checkpoint: there is nothing to write, and a step takes seconds.
process.once('SIGTERM', () => {
  log('stopped=1;');
  process.exit(TERMINATED);
});

// As a child process: ends when the parent process ends, which closes the pipe. On SageMaker there is no pipe.
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
