/** `tearline doctor`: reports what is installed, which languages can be read, and the data folder. */
import { Command } from 'commander';
import { DEFAULT_DATA_FOLDER, LANGUAGE_DATA_OPTION } from './options.ts';
import type { DoctorOptions } from './options.ts';

export const doctorCommand = (): Command =>
  new Command('doctor')
    .description(
      'Say what is installed, which languages can be read and with which data. Exit code 1 if something essential ' +
        'is missing.',
    )
    .option('--data <dir>', 'data folder of the service', DEFAULT_DATA_FOLDER)
    .option(...LANGUAGE_DATA_OPTION)
    .option('--json', 'print one JSON value')
    .action(async (options: DoctorOptions) => {
      const { examineMachine } = await import('../examine-machine.ts');
      process.exitCode = await examineMachine(options);
    });
