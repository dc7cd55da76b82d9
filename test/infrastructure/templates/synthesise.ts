/** Synthesises a stage as `cdk deploy` does, with stand-ins for the built packages: nothing is bundled. */
import { createHash } from 'node:crypto';
import { existsSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { App } from 'aws-cdk-lib';
import { readStageSettings } from '../../../lib/stages.ts';
import { checkStageSettings } from '../../../lib/settings.ts';
import type { StageSettings } from '../../../lib/settings.ts';
import { addStage } from '../../../lib/tearline-app.ts';
import { TearlineStack } from '../../../lib/tearline-stack.ts';
import { RUN_FOLDER_VARIABLE } from '../../temporary-folder.ts';
import { writeStandInSite } from './stand-in-site.ts';

export interface Resource {
  readonly Type: string;
  readonly Properties: Readonly<Record<string, unknown>>;
  readonly DeletionPolicy?: string;
  readonly UpdateReplacePolicy?: string;
  readonly Condition?: string;
  readonly DependsOn?: readonly string[];
}

export interface Synthesised {
  readonly settings: StageSettings;
  /** Resources of the stack by logical id. */
  readonly stack: Readonly<Record<string, Resource>>;
  /** Resources of the nested stack of API Gateway. */
  readonly gateway: Readonly<Record<string, Resource>>;
  readonly outputs: Readonly<Record<string, { readonly Value: unknown }>>;
  /** The folder that is deployed as an asset, by a file or folder that only it has. */
  readonly assetWith: (name: string) => string;
}

interface Template {
  readonly Resources: Readonly<Record<string, Resource>>;
  readonly Outputs?: Synthesised['outputs'];
}

/** What workers share of a synthesis: its templates and the folder of its assets. */
interface Assembly extends Pick<Synthesised, 'stack' | 'gateway' | 'outputs'> {
  readonly outdir: string;
}

const readJson = (path: string): unknown => JSON.parse(readFileSync(path, 'utf8'));

/** The context of cdk.json. */
const cdkContext = (): Record<string, unknown> =>
  (readJson('cdk.json') as { context: Record<string, unknown> }).context;

/** The folder of a run of Vitest, which is deleted after it. Elsewhere nothing is shared between processes. */
const runFolder = process.env[RUN_FOLDER_VARIABLE];

const temporaryFolders: string[] = [];
const temporaryFolder = (): string => {
  const folder = mkdtempSync(join(tmpdir(), 'tearline-synth-'));
  if (runFolder === undefined) temporaryFolders.push(folder);
  return folder;
};
process.once('exit', () => {
  for (const folder of temporaryFolders) rmSync(folder, { recursive: true, force: true });
});

/** Stand-ins with different contents for the packages of `npm run package`. */
const createStandInPackages = () => {
  const make = (name: string): string => {
    const folder = temporaryFolder();
    writeFileSync(join(folder, 'package.txt'), name);
    return folder;
  };
  return { light: make('light'), parsers: make('parsers') };
};

const createStandIns = () => ({ packages: createStandInPackages(), site: writeStandInSite(temporaryFolder()) });

const newApp = (outdir: string, builtinCloudFormationValidation: boolean): App =>
  new App({
    outdir,
    context: cdkContext(),
    builtinCloudFormationValidation,
    analyticsReporting: false,
    treeMetadata: false,
    stackTraces: false,
  });

const synthesised = new Map<string, Synthesised>();

/** Without template checks, which take most of the time. Equal settings are synthesised once in a run of the tests. */
export const synthesise = (stage: string | StageSettings): Synthesised => {
  const settings = typeof stage === 'string' ? readStageSettings(stage) : checkStageSettings(stage);
  const key = JSON.stringify(settings);
  const known = synthesised.get(key);
  if (known !== undefined) return known;
  const { outdir, ...templates } = sharedBetweenWorkers(key, () => synthesiseNew(settings));
  const made = { settings, ...templates, assetWith: (name: string) => folderWith(outdir, name) };
  synthesised.set(key, made);
  return made;
};

/** The assembly that another worker has written for this key, or a new one. */
const sharedBetweenWorkers = (key: string, make: () => Assembly): Assembly => {
  if (runFolder === undefined) return make();
  const path = join(runFolder, `assembly-${createHash('sha256').update(key).digest('hex')}.json`);
  if (existsSync(path)) return readJson(path) as Assembly;
  const made = make();
  const unfinished = `${path}.${process.pid}`;
  writeFileSync(unfinished, JSON.stringify(made));
  // Two workers may have made it at the same time; either is complete.
  renameSync(unfinished, path);
  return made;
};

const synthesiseNew = (settings: StageSettings): Assembly => {
  const outdir = temporaryFolder();
  const app = newApp(outdir, false);
  withShortStackTraces(() => {
    new TearlineStack(app, `Tearline-${settings.stage}`, { settings, ...createStandIns() });
    app.synth();
  });
  const templates = readdirSync(outdir).filter((name) => name.endsWith('.template.json'));
  const read = (nested: boolean): Template =>
    readJson(
      join(outdir, templates.find((name) => name.endsWith('.nested.template.json') === nested) ?? ''),
    ) as Template;
  const root = read(false);
  return { stack: root.Resources, gateway: read(true).Resources, outputs: root.Outputs ?? {}, outdir };
};

/** CDK takes a stack trace at each construct and property, also where it writes none: a tenth of the time of a synthesis. */
const withShortStackTraces = (run: () => void): void => {
  const { stackTraceLimit } = Error;
  Error.stackTraceLimit = 1;
  try {
    run();
  } finally {
    Error.stackTraceLimit = stackTraceLimit;
  }
};

/** The folder of the assembly that has a file or folder of this name. */
const folderWith = (outdir: string, name: string): string => {
  const found = readdirSync(outdir)
    .map((each) => join(outdir, each))
    .find((path) => existsSync(join(path, name)));
  if (found === undefined) throw new Error(`No asset has ${name}.`);
  return found;
};

export const filesIn = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)))
    .sort();

interface Report {
  readonly pluginReports: readonly {
    readonly summary?: string;
    readonly violations: readonly {
      readonly ruleName: string;
      readonly description: string;
      readonly violatingConstructs?: readonly { readonly constructPath?: string }[];
    }[];
  }[];
}

/**
 * All findings of cdk-nag and of CDK's template checks, including warnings: `rule: description: construct`.
 * @param templateChecks  false: without CDK's own, whose rules take seconds to load
 */
export const findProblems = (fill: (app: App) => void, templateChecks = true): string[] => {
  const outdir = temporaryFolder();
  const app = newApp(outdir, templateChecks);
  fill(app);
  try {
    app.synth();
  } catch (error) {
    if (!(error instanceof Error) || error.name !== 'ValidationFailed') throw error;
  }
  const report = join(outdir, 'validation-report.json');
  if (!existsSync(report)) return [];
  return (readJson(report) as Report).pluginReports.flatMap(({ violations }) =>
    violations.flatMap(({ ruleName, description, violatingConstructs }) =>
      (violatingConstructs ?? [{}]).map(
        ({ constructPath }) => `${ruleName}: ${description}: ${constructPath ?? 'the app'}`,
      ),
    ),
  );
};

/** The findings of several stages: in one app, because starting the checks takes as long as the synthesis of a stage. */
export const problemsOfStages = (first: StageSettings, ...others: readonly StageSettings[]): string[] =>
  findProblems((app) => {
    const standIns = createStandIns();
    // Adds the checks, which are of the app.
    addStage(app, first, standIns);
    for (const settings of others) new TearlineStack(app, `Tearline-${settings.stage}`, { settings, ...standIns });
  });
