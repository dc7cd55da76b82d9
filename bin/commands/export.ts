/** `tearline export -o FILE`: everything of an account in one ZIP, from a service on this machine or elsewhere. */
import { Command } from 'commander';
import type { ExportOptions } from '../export/export-account.ts';
import { withData } from './options.ts';

export const exportCommand = (): Command =>
  withData(new Command('export'))
    .description(
      'Write a ZIP of everything of an account: all records as JSON, uploads, results, training documents and models. ' +
        'It needs the API key of an owner: TEARLINE_API_KEY, or that of the data folder.',
    )
    .requiredOption('-o, --output <file>', 'the ZIP to write; it must not exist')
    .option('--url <address>', 'address of the service; default: the one that runs on the data folder')
    .action(async (options: ExportOptions) => {
      const { exportAccount } = await import('../export/export-account.ts');
      await exportAccount(options);
    });
