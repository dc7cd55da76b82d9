import { App, Stack } from 'aws-cdk-lib';
import { describe, expect, it } from 'vitest';
import type { AwsAccount } from '../../../adapters/aws/account/aws-account.ts';
import { examineAccount, LEAST_BOOTSTRAP } from '../../../bin/stage-doctor/before-deployment.ts';
import type { Finding } from '../../../bin/stage-doctor/findings.ts';
import { printed } from '../../../bin/stage-doctor/findings.ts';
import { readStageSettings } from '../../../lib/stages.ts';
import { fakeAccount, QUOTAS } from './fake-account.ts';
import type { Facts } from './fake-account.ts';

const dev = readStageSettings('dev');
const prod = readStageSettings('prod');
const named = (findings: readonly Finding[], what: string): Finding => {
  const found = findings.find((each) => each.what.includes(what));
  if (found === undefined) throw new Error(`nothing about ${what}`);
  return found;
};
const examine = (settings = prod, facts: Facts = {}, changes: Partial<AwsAccount> = {}) =>
  examineAccount(fakeAccount(facts, changes), settings);
const failing = (name: string, message: string) => () => Promise.reject(Object.assign(new Error(message), { name }));

/** As AWS gives it to somebody who has just opened it. */
const NEW: Facts = {
  stacks: {},
  quotas: {
    sagemaker: Object.fromEntries(Object.keys(QUOTAS['sagemaker'] ?? {}).map((name) => [name, 0])),
    codebuild: { 'Concurrently running builds for Linux/Small environment': 0 },
    cloudfront: { 'Web distributions per AWS account': 0 },
  },
};
const NEW_LIMITS: Partial<AwsAccount> = {
  lambdaConcurrency: () => Promise.resolve({ total: 10, unreserved: 10 }),
  mail: () => Promise.resolve({ isInSandbox: true, isEnabled: true, perDay: 200 }),
};

describe('An account that has everything', () => {
  it.each([dev, prod])('lacks nothing for $stage', async (settings) => {
    const findings = await examine(settings);
    expect(findings.filter(({ status }) => status === 'missing' || status === 'unknown')).toEqual([]);
    expect(named(findings, 'AWS account').found).toContain(
      '111122223333 as arn:aws:sts::111122223333:assumed-role/Deployer',
    );
    expect(named(findings, 'region').found).toBe('eu-west-1');
  });
});

describe('The version of the bootstrap stack', () => {
  it('is what the templates of this CDK need', () => {
    // Without CDK's checks of templates, which take seconds to load.
    const app = new App({ analyticsReporting: false, builtinCloudFormationValidation: false });
    const { artifactId } = new Stack(app, 'Any');
    const needed = app.synth().getStackArtifact(artifactId).requiresBootstrapStackVersion;
    expect(needed).toBe(LEAST_BOOTSTRAP);
  }, 30_000);
});

describe('A new account', () => {
  it('lacks for prod what would end its deployment, each with the command that asks for it', async () => {
    const findings = await examine(prod, NEW, NEW_LIMITS);
    const missing = findings.filter(({ status }) => status === 'missing');
    expect(missing.map(({ what }) => what)).toEqual([
      'CDK bootstrap',
      'Lambda: concurrent executions',
      'SageMaker: serverless concurrency',
      'SageMaker: serverless memory, MB',
      'CodeBuild: concurrent builds',
      'CloudFront: distributions',
    ]);
    for (const { what, command, advice } of missing) {
      expect(command, what).toMatch(/^(aws|npx) /);
      expect(advice, what).toBeDefined();
    }
    expect(named(missing, 'CloudFront').command).toContain('--region us-east-1');
    const reserved = Object.values(prod.reservedConcurrency ?? {}).reduce<number>((sum, each) => sum + each, 0);
    // Lambda keeps 100.
    expect(named(missing, 'Lambda').needed).toBe(`${reserved + 100} that are not reserved`);
  });

  it('is told what works with a restriction', async () => {
    const findings = await examine(prod, NEW, NEW_LIMITS);
    expect(named(findings, 'spot trainings')).toMatchObject({ status: 'note' });
    expect(named(findings, 'SES: sending').found).toContain('sandbox: 200 mails a day');
    expect(named(findings, 'memory of a function')).toMatchObject({ status: 'note', needed: '3538' });
  });

  it('can deploy a stage that needs neither builds nor a distribution', async () => {
    const modest = {
      ...dev,
      web: { hosting: 'none' as const },
      modelImage: { uri: '111122223333.dkr.ecr.eu-west-1.amazonaws.com/tearline:1' },
    };
    const findings = await examine(modest, { ...NEW, quotas: { sagemaker: QUOTAS['sagemaker'] ?? {} } }, NEW_LIMITS);
    expect(findings.filter(({ status }) => status === 'missing').map(({ what }) => what)).toEqual(['CDK bootstrap']);
    expect(named(findings, 'concurrent executions').status).toBe('note');
    expect(findings.some(({ what }) => /CodeBuild|CloudFront/.test(what))).toBe(false);
  });
});

describe('The sender', () => {
  const owned = { ...prod, mail: { from: 'a@example.com', domain: 'example.com' } };
  const verified = (answer: boolean | undefined) => ({ senderIsVerified: () => Promise.resolve(answer) });

  it('that SES knows already would end the first deployment', async () => {
    expect(named(await examine(owned, {}, verified(true)), 'SES: sender')).toMatchObject({ status: 'missing' });
    const existing = { ...owned, senderIdentity: 'existing' as const };
    expect(named(await examine(existing, {}, verified(true)), 'SES: sender').status).toBe('ok');
    expect(named(await examine(existing, {}, verified(false)), 'SES: sender').status).toBe('missing');
  });
});

describe('An answer that is not there', () => {
  it('without credentials is one row, and nothing else is asked', async () => {
    const identity = failing('CredentialsProviderError', 'Could not load credentials from any providers');
    const findings = await examine(prod, {}, { identity });
    expect(findings).toHaveLength(1);
    expect(findings[0]).toMatchObject({ what: 'AWS account', status: 'missing' });
    expect(printed(findings)).not.toMatch(/\bat .*\.ts:/);
  });

  it('without a region is a row that says how to name one', async () => {
    const findings = await examine(prod, {}, { region: failing('Error', 'Region is missing') });
    expect(findings).toMatchObject([{ what: 'region', status: 'missing', command: 'export AWS_REGION=eu-west-1' }]);
  });

  it('of one service leaves the others', async () => {
    const findings = await examine(prod, {}, { mail: failing('AccessDeniedException', 'ses:GetAccount') });
    expect(named(findings, 'SES: sending')).toMatchObject({
      status: 'unknown',
      found: 'may not be asked (ses:GetAccount)',
    });
    expect(named(findings, 'CodeBuild').status).toBe('ok');
  });

  it('about a quota whose name is unknown is not taken for enough', async () => {
    const findings = await examine(dev, { quotas: { ...QUOTAS, codebuild: {} } });
    expect(named(findings, 'CodeBuild').status).toBe('unknown');
  });
});
