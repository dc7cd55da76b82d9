/** `tearline restore-drill`: whether the backups of a deployed stage can be restored. */
import { Command, InvalidArgumentError } from 'commander';
import type { RestoreDrillOptions } from '../restore-drill/restore-drill.ts';
import { countOption } from './options.ts';

/** A time with its zone: without one, it would be that of this machine. */
const TIME = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(Z|[+-]\d{2}:\d{2})$/;

const timeOption = (text: string): Date => {
  const time = new Date(text);
  if (!TIME.test(text) || Number.isNaN(time.getTime()))
    throw new InvalidArgumentError('It must be a time with its zone, such as 2026-11-21T08:00:00Z.');
  return time;
};

export const restoreDrillCommand = (): Command =>
  new Command('restore-drill')
    .description(
      'Restore the table of a deployed stage into a copy and a deleted file from its version, compare them, say how ' +
        'long each step took, and remove them. Exit code 1 if a step fails.',
    )
    .requiredOption('--stage <name>', 'the stage, in the AWS account and region of the credentials')
    .option('--to <time>', 'restore the table to this time instead of now, such as 2026-11-21T08:00:00Z', timeOption)
    .option('--sample <number>', 'rows to compare', countOption, 100)
    .option('--keep', 'keep the copy of the table')
    .option('--json', 'print one JSON value')
    .action(async (options: RestoreDrillOptions) => {
      const { drillStage } = await import('../restore-drill/restore-drill.ts');
      process.exitCode = await drillStage(options);
    });
