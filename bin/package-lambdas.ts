/** Builds the packages of the Lambda functions: `npm run package -- --arch x64 --out out/packages --sizes`. */
import { Command, Option } from 'commander';
import { ARCHITECTURES } from '../lib/packages/architecture.ts';
import type { Architecture } from '../lib/packages/architecture.ts';
import { buildPackages } from '../lib/packages/build-packages.ts';
import { partOfFile } from '../lib/packages/package-contents.ts';
import { MAX_UNZIPPED_BYTES, measurePackage, totalOf } from '../lib/packages/package-sizes.ts';
import { checkedModels } from './models/models-folder.ts';
import type { PartSize } from '../lib/packages/package-sizes.ts';

interface Options {
  readonly arch: Architecture;
  readonly out: string;
  readonly sizes?: true;
  readonly models?: string;
}

const megabytes = (bytes: number): string => `${(bytes / 1024 / 1024).toFixed(1).padStart(8)} MB`;
const line = ({ part, files, unzipped, zipped }: PartSize): string =>
  `  ${part.padEnd(16)}${String(files).padStart(6)} files${megabytes(unzipped)} unzipped${megabytes(zipped)} zipped`;

/** Prints the sizes of a package's parts. @returns whether the package is within Lambda's size limit */
const printSizes = async (name: string, folder: string, arch: Architecture): Promise<boolean> => {
  const parts = await measurePackage(folder, (path) => partOfFile(arch, path));
  const total = totalOf(parts);
  console.log([`${name} (${arch})`, ...[...parts, total].map(line)].join('\n'));
  return total.unzipped <= MAX_UNZIPPED_BYTES;
};

const run = async ({ arch, out, sizes, models }: Options): Promise<void> => {
  const packages = await buildPackages({ arch, outDir: out, modelsFolder: await checkedModels(models) });
  if (sizes === undefined) {
    console.log(Object.values(packages).join('\n'));
    return;
  }
  for (const [name, folder] of Object.entries(packages)) {
    if (await printSizes(name, String(folder), arch)) continue;
    console.error(`${name} is larger than the ${megabytes(MAX_UNZIPPED_BYTES).trim()} that Lambda takes.`);
    process.exitCode = 1;
  }
};

await new Command('package')
  .description('Builds the packages that the functions are deployed from, in the folders `light` and `parsers`')
  .addOption(new Option('--arch <arch>', 'processor of the functions').choices(ARCHITECTURES).default('arm64'))
  .option('--out <folder>', 'where the packages are put', 'out/packages')
  .option('--models <folder>', 'pack the optional models of this folder with Parse')
  .option('--sizes', 'print the size of every part, and fail where Lambda does not take a package')
  .action(run)
  .parseAsync();
