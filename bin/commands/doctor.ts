/**
 * `tearline doctor`: reports what is installed, which languages can be read, and the data folder; with `--stage`, the AWS
 * account or a deployed stage.
 */
import { Command } from 'commander';
import { UsageError } from '../exit-codes.ts';
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
    .option('--stage <name>', 'look at this stage in the AWS account instead: whether its deployment is healthy')
    .option('--before', 'with --stage: what the AWS account lacks before the first deployment')
    .option('--json', 'print one JSON value')
    .action(async (options: DoctorOptions) => {
      if (options.stage !== undefined) {
        const { examineStage } = await import('../stage-doctor/examine-stage.ts');
        process.exitCode = await examineStage({ ...options, stage: options.stage });
        return;
      }
      if (options.before === true) throw new UsageError('--before needs --stage.');
      const { examineMachine } = await import('../examine-machine.ts');
      process.exitCode = await examineMachine(options);
    });
