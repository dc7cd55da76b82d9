/** `tearline models`: the optional models, which no npm package brings. */
import { Command } from 'commander';
import type { InstallOptions } from '../models/install-models.ts';
import { DEFAULT_DATA_FOLDER } from './options.ts';

const DATA_OPTION = ['--data <dir>', 'data folder of the service', DEFAULT_DATA_FOLDER] as const;

export const modelsCommand = (): Command =>
  new Command('models')
    .description('Install or remove the optional reader of handwriting (PP-OCRv6).')
    .addCommand(
      new Command('install')
        .description(
          'Install the reader into the data folder: its models (31 MB, from their publishers, checked by their SHA-256) ' +
            'and ONNX Runtime (from npm). The service uses it from its next start.',
        )
        .option(...DATA_OPTION)
        .option('--from <path>', 'take the models from this file, folder, zip archive or Python wheel')
        .option('--hub <url>', 'fetch the models by their names from this server instead')
        .action(async (options: InstallOptions) => {
          const { installModels } = await import('../models/install-models.ts');
          await installModels(options);
        }),
    )
    .addCommand(
      new Command('remove')
        .description('Remove the reader from the data folder.')
        .option(...DATA_OPTION)
        .action(async ({ data }: { readonly data: string }) => {
          const { removeModels } = await import('../models/install-models.ts');
          await removeModels(data);
        }),
    );
