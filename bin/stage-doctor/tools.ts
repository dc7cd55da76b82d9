/** What the deployer's machine needs to deploy a stage: neither Docker nor Python. */
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describeMissing } from '../../lib/packages/module-source.ts';
import { binaryModules } from '../../lib/packages/package-contents.ts';
import type { StageSettings } from '../../lib/settings.ts';
import type { Finding } from './findings.ts';

const ROOT = join(import.meta.dirname, '../..');

const versionOf = async (what: string, program: string, args: readonly string[], advice: string): Promise<Finding> => {
  try {
    const { stdout } = await promisify(execFile)(program, [...args], { shell: process.platform === 'win32' });
    return { what, status: 'ok', found: stdout.trim() };
  } catch {
    return { what, status: 'missing', found: 'not found', advice };
  }
};

/** The synthesis reads it whatever serves it. */
const examineSite = (): Finding => {
  const isBuilt = existsSync(join(ROOT, 'web/dist/index.html'));
  const what = 'built web interface';
  return isBuilt
    ? { what, status: 'ok', found: 'web/dist' }
    : { what, status: 'missing', found: 'web/dist is empty', advice: 'Build it', command: 'npm run build:web' };
};

const examineBinaries = async ({ architecture }: StageSettings): Promise<Finding> => {
  const arch = architecture === 'arm64' ? 'arm64' : 'x64';
  const missing = (await Promise.all(binaryModules(arch).map((name) => describeMissing(ROOT, name)))).filter(
    (name) => name !== undefined,
  );
  const what = `binaries for ${arch}`;
  return missing.length === 0
    ? { what, status: 'ok', found: 'on this machine' }
    : {
        what,
        status: 'note',
        found: `not on this machine: ${missing.join(', ')}`,
        advice: 'The synthesis fetches them with npm, once. It needs the registry for that',
      };
};

/** What `cdk deploy` needs on this machine. */
export const examineTools = async (settings: StageSettings): Promise<readonly Finding[]> => [
  { what: 'Node.js', status: 'ok', found: process.versions.node },
  await versionOf('npm', 'npm', ['--version'], 'It comes with Node.js'),
  await versionOf('CDK', process.execPath, [join(ROOT, 'node_modules/aws-cdk/bin/cdk'), '--version'], 'Run `npm ci`'),
  examineSite(),
  await examineBinaries(settings),
];
