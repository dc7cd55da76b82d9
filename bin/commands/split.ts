/** `tearline split FILE… -o DIR`: runs the whole pipeline without a server. */
import { Command, Option } from 'commander';
import { LANGUAGES } from '../../core/ocr/languages/languages.ts';
import { EXIT_CODES_HELP } from '../exit-codes.ts';
import { DEFAULT_DATA_FOLDER, LANGUAGE_DATA_OPTION, countOption, listOption, shareOption } from './options.ts';
import type { SplitOptions } from './options.ts';

export const splitCommand = (): Command =>
  new Command('split')
    .description(
      'Split files into their documents: one PDF each, and <name>.result.json. The PDFs that a <name>.result.json of ' +
        'an earlier split lists are removed from its folder before.',
    )
    .argument('<file...>', 'PDF, JPEG, PNG, GIF, TIFF or WebP')
    .requiredOption('-o, --output <dir>', 'where to write; with several files a folder for each')
    .addOption(
      new Option('--mode <mode>', 'auto: the model decides; per_page: every page; none: one document')
        .choices(['auto', 'per_page', 'none'])
        .default('auto'),
    )
    .option('--document-count <number>', 'exactly so many documents', countOption)
    .option('--split-before <pages>', 'pages that begin a new document, e.g. 3,7', listOption)
    .option(
      '--languages <codes>',
      `languages of the documents (${LANGUAGES.join(', ')}); left out: detected`,
      listOption,
    )
    .option(...LANGUAGE_DATA_OPTION)
    .option(
      '--models <dir>',
      'folder of models that npx tearline models install has put there',
      `${DEFAULT_DATA_FOLDER}/models`,
    )
    .option('--threshold <share>', 'split where the probability is above this, 0 to 1 (0.5)', shareOption)
    .option('--json', 'print the results as JSON and nothing else on stdout')
    .option('-q, --quiet', 'print nothing but errors')
    .addHelpText('after', EXIT_CODES_HELP)
    .action(async (files: string[], options: SplitOptions) => {
      // Checked first, so that a usage error is reported before the whole service is loaded.
      const { parametersOf } = await import('../split/split-parameters.ts');
      const parameters = parametersOf(options);
      const { splitFiles } = await import('../split/split-files.ts');
      process.exitCode = await splitFiles(files, options, parameters);
    });
