import { execFile } from 'node:child_process';
import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { BASE_IMAGE, CLOSED_DEV, MODEL_IMAGE, OPEN_DEV } from './templates/changed-stages.ts';
import { spell } from './permissions/read-permissions.ts';
import { synthesise } from './templates/synthesise.ts';
import type { Resource } from './templates/synthesise.ts';

const DOCKER_LOG = '/tmp/docker.log';

const { stack } = synthesise('dev');
const theOne = (type: string): Readonly<Record<string, unknown>> => {
  const found = Object.values(stack).filter(({ Type }) => Type === type);
  expect(found, type).toHaveLength(1);
  return found[0]?.Properties ?? {};
};
const project = theOne('AWS::CodeBuild::Project');
const { phases } = JSON.parse((project['Source'] as { BuildSpec: string }).BuildSpec) as {
  phases: Record<'build' | 'post_build', { commands: string[] }>;
};

let folder: string;
let log: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tearline-build-'));
  log = join(folder, 'docker.log');
  await writeFile(join(folder, 'curl'), '#!/bin/sh\nexit 0\n');
  await chmod(join(folder, 'curl'), 0o755);
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** Runs a command of the build as CodeBuild does, with a log file of its own. */
const runCommand = (command: string, env: Record<string, string>) =>
  promisify(execFile)('sh', ['-c', command.replaceAll(DOCKER_LOG, log)], {
    cwd: folder,
    env: { ...env, PATH: `${folder}:${process.env['PATH'] ?? ''}` },
  });

/** What the build sends to CloudFormation. */
const answerOf = async (succeeding: '0' | '1'): Promise<Record<string, unknown>> => {
  for (const command of phases.post_build.commands)
    await runCommand(command, {
      CODEBUILD_BUILD_SUCCEEDING: succeeding,
      CODEBUILD_LOG_PATH: 'abc',
      projectName: 'images',
      stackId: 'arn:stack',
      requestId: 'r',
      logicalResourceId: 'Image',
      imageTag: 't1',
      responseURL: 'https://cloudformation.example',
    });
  return JSON.parse(await readFile(join(folder, 'payload.json'), 'utf8')) as Record<string, unknown>;
};

describe('the build of the model image', () => {
  it('answers CloudFormation with the tag of the image', async () => {
    expect(await answerOf('1')).toEqual({
      StackId: 'arn:stack',
      RequestId: 'r',
      LogicalResourceId: 'Image',
      PhysicalResourceId: 't1',
      Status: 'SUCCESS',
      Reason: '',
      Data: { ImageTag: 't1' },
    });
  });

  it("answers a failure with the end of Docker's output, whatever is in it", async () => {
    const docker = phases.build.commands.find((command) => command.includes('eval')) ?? '';
    await runCommand(docker, { buildCommand: 'true' });
    const output = `${'x'.repeat(9000)}\\nnpm error "quoted" \\\\ back\\tslash é \\033[31mred\\nfailed to solve`;
    await expect(runCommand(docker, { buildCommand: `printf '${output}'; false` })).rejects.toMatchObject({ code: 1 });
    const answer = await answerOf('0');
    expect(answer).toMatchObject({ Status: 'FAILED', PhysicalResourceId: 't1' });
    expect(answer['Reason']).toContain('npm error "quoted" \\ back');
    expect(answer['Reason']).toContain('failed to solve');
    expect(answer['Reason']).toContain('/aws/codebuild/images, stream abc');
    expect(JSON.stringify(answer).length).toBeLessThan(4096);
  });

  it('answers a failure before Docker ran with the place of the log', async () => {
    await rm(log, { force: true });
    expect((await answerOf('0'))['Reason']).toContain('/aws/codebuild/images, stream abc');
  });

  it('ends in time, and CloudFormation waits for no more than 20 minutes', () => {
    const waited = theOne('Custom::CDKContainerImageBuild')['ServiceTimeout'];
    const { QueuedTimeoutInMinutes: queued, TimeoutInMinutes: built } = project;
    expect(Number(waited)).toBeLessThanOrEqual(20 * 60);
    expect((Number(queued) + Number(built)) * 60).toBeLessThan(Number(waited));
  });
});

describe('A stage with a ready image of the model', () => {
  const { stack: ready } = synthesise(CLOSED_DEV);
  const only = (type: string): Resource[] => Object.values(ready).filter(({ Type }) => Type === type);

  it('builds nothing, and runs that image', () => {
    for (const type of ['AWS::ECR::Repository', 'AWS::CodeBuild::Project', 'Custom::CDKContainerImageBuild'])
      expect(only(type), type).toEqual([]);
    expect(only('AWS::SageMaker::Model')[0]?.Properties['PrimaryContainer']).toMatchObject({ Image: MODEL_IMAGE });
  });

  it('lets SageMaker pull from that repository only', () => {
    const pulls = only('AWS::IAM::Policy').filter(({ Properties }) =>
      JSON.stringify(Properties).includes('ecr:BatchGetImage'),
    );
    expect(pulls.length).toBeGreaterThan(0);
    for (const { Properties } of pulls)
      expect(spell(Properties)).toContain(':ecr:eu-west-1:111122223333:repository/models/tearline');
  });
});

describe('A stage that names the base image by its digest', () => {
  it('builds on it', () => {
    const { stack: built } = synthesise(OPEN_DEV);
    const build = Object.values(built).find(({ Type }) => Type === 'Custom::CDKContainerImageBuild');
    expect(build?.Properties['buildCommand']).toContain(`BASE_IMAGE=${BASE_IMAGE}`);
  });
});
