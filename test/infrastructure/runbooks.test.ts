import { readFileSync } from 'node:fs';
import { slug } from 'github-slugger';
import { describe, expect, it } from 'vitest';
import { billAtRest } from '../../bench/cost/bill.ts';
import {
  ALARM_METRICS,
  DASHBOARDS,
  KMS_KEYS,
  LOG_METRICS,
  PARSER_PROCESSES,
  DELIVERIES_EVERY_MINUTES,
  SWEEP_EVERY_MINUTES,
  WEB_ACL_RULES,
  WEB_ACLS,
  WORKLOADS,
} from '../../bench/cost/deployed-design.ts';
import { readParserProcessSettings } from '../../lambdas/entry/composition/settings.ts';
import { synthesise } from './templates/synthesise.ts';
import type { Resource } from './templates/synthesise.ts';

const { settings, stack, gateway, outputs } = synthesise('prod');
const all: readonly Resource[] = [...Object.values(stack), ...Object.values(gateway)];
const ofType = (type: string): readonly Resource[] => all.filter(({ Type }) => Type === type);

interface AlarmProperties {
  readonly AlarmName: string;
  readonly AlarmDescription: string;
  readonly MetricName?: string;
  readonly Metrics?: readonly { readonly MetricStat?: unknown }[];
}
// CloudFormation's properties of an alarm.
const alarms = ofType('AWS::CloudWatch::Alarm').map(({ Properties }) => Properties as unknown as AlarmProperties);

const read = (path: string): string => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8');
const operate = read('docs/operate.md');
const deploy = read('docs/deploy.md');

/** The anchors that GitHub generates for the headings. */
const headings = [...operate.matchAll(/^#{2,4} (.+)$/gmu)].map(([, heading]) => slug(heading ?? ''));

const anchorsOfAlarms = alarms.map(
  ({ AlarmDescription }) => /#([a-z0-9-]+)$/u.exec(AlarmDescription)?.[1] ?? AlarmDescription,
);

/** Headings of docs/operate.md without an alarm. */
const TOPICS = new Set([
  'on-one-machine',
  'documents-that-wait',
  'where-to-look',
  'whose-data-a-function-reaches',
  'people',
  'what-remains-of-a-deleted-account',
  'watch-access-to-the-data',
  'the-web-interface',
  'from-a-request-to-its-logs',
  'alarms',
  'the-api',
  'the-document-pipeline',
  'the-training-pipeline',
  'mail',
  'webhooks',
  'the-operators-functions',
  'runbooks',
  'resume-documents',
  'stop-a-document',
  'redrive-a-dead-letter-queue',
  'accounts-plans-and-keys',
  'what-an-account-costs',
  'rotate-api-keys',
  'rotate-the-kms-key',
  'try-a-restore',
  'restore-the-table',
  'restore-a-file',
  'receive-events',
  'replay-events',
  'raise-a-quota',
]);

describe('docs/operate.md', () => {
  it('has a heading for every alarm, to which its description links', () => {
    expect(alarms.length).toBeGreaterThan(40);
    expect(anchorsOfAlarms.filter((anchor) => !headings.includes(anchor))).toEqual([]);
    for (const { AlarmName, AlarmDescription } of alarms)
      expect(`${AlarmDescription} `).toContain(`#${AlarmName.replace(`tearline-${settings.stage}-`, '')} `);
  });

  it('has only headings of alarms and known topics, none twice', () => {
    const known = new Set([...anchorsOfAlarms, ...TOPICS]);
    expect(headings.filter((heading) => !known.has(heading))).toEqual([]);
    expect(headings.filter((heading, at) => headings.indexOf(heading) !== at)).toEqual([]);
    expect([...TOPICS].filter((topic) => !headings.includes(topic))).toEqual([]);
  });

  it('finds one resource and one function under each name that its commands use', () => {
    const wanted = [...operate.matchAll(/\$\(resource (AWS::[A-Za-z:]+) (\w+)\)/gu)].map(([, type, prefix]) => ({
      type,
      prefix: prefix ?? '',
    }));
    expect(wanted.length).toBeGreaterThan(5);
    for (const { type, prefix } of wanted)
      expect(Object.entries(stack).filter(([id, { Type }]) => Type === type && id.startsWith(prefix))).toHaveLength(1);
    const functions = [...operate.matchAll(/function_of (\w+)/gu)].map(([, name]) => `Tearline prod: ${name ?? ''}`);
    const described = ofType('AWS::Lambda::Function').map(({ Properties }) => Properties['Description']);
    expect(functions.length).toBeGreaterThan(2);
    expect(functions.filter((name) => described.filter((description) => description === name).length !== 1)).toEqual(
      [],
    );
  });

  it('says of every dead-letter queue how it is emptied', () => {
    const [, section = ''] = operate.split('### Redrive a dead-letter queue\n');
    const [runbook = ''] = section.split('\n### ');
    const emptied = [...runbook.matchAll(/\$\(resource AWS::SQS::Queue (\w+)\)/gu)].map(([, prefix]) => prefix ?? '');
    const queues = Object.entries(stack).flatMap(([id, { Type }]) => (Type === 'AWS::SQS::Queue' ? [id] : []));
    expect(queues.length).toBeGreaterThan(2);
    expect(queues.filter((id) => !emptied.some((prefix) => id.startsWith(prefix)))).toEqual([]);
  });

  it('uses in its commands the names that it finds, and no placeholder for them', () => {
    expect(
      [...operate.matchAll(/--(?:table-name|bucket) (?!"\$|tearline-restored)\S+/gu)].map(([text]) => text),
    ).toEqual([]);
  });
});

describe('docs/deploy.md', () => {
  it('names exactly the outputs of the stack', () => {
    const named = new Set([...deploy.matchAll(/`([A-Z][A-Za-z]+(?:Url|Command))`/gu)].map(([, name]) => name));
    expect([...named].sort()).toEqual(Object.keys(outputs).sort());
  });

  it('lists everything that is retained when a stage is removed', () => {
    const words: Readonly<Record<string, string>> = {
      'AWS::KMS::Key': 'KMS key',
      'AWS::S3::Bucket': 'bucket of documents',
      'AWS::DynamoDB::Table': 'the table',
      'AWS::Cognito::UserPool': 'user pool',
      'AWS::Logs::LogGroup': 'log groups',
      'AWS::IAM::Role': 'CloudWatchRole',
      'AWS::ApiGateway::Account': 'which the account has one of',
    };
    const kept = new Set(
      all.filter(({ DeletionPolicy = '' }) => DeletionPolicy.startsWith('Retain')).map(({ Type }) => Type),
    );
    const [, removal = ''] = deploy.split('## Remove');
    expect([...kept].sort()).toEqual(Object.keys(words).sort());
    expect([...kept].filter((type) => !removal.includes(words[type] ?? type))).toEqual([]);
    // It belongs to the user pool, which is retained.
    expect(kept.has('AWS::Cognito::UserPoolUser')).toBe(false);
    expect(removal).toContain('without the first administrator');
  });

  it('runs only scripts that package.json has', () => {
    const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> };
    const run = [...`${deploy}${operate}${read('docs/scale.md')}`.matchAll(/npm run ([a-z:-]+)/gu)].map(
      ([, name]) => name ?? '',
    );
    expect(run).toContain('cost');
    expect(run.filter((name) => !(name in scripts))).toEqual([]);
  });
});

describe('a stage that is not always on', () => {
  const dev = synthesise('dev');
  const types = [...Object.values(dev.stack), ...Object.values(dev.gateway)].map(({ Type }) => Type);

  it('has no resource with a monthly price except its key', () => {
    expect(dev.settings.alwaysOn).toEqual({ firewall: false, monitoring: false });
    expect(types.filter((type) => /^AWS::(?:WAFv2|CloudWatch|EC2|ElasticLoadBalancing|RDS)/u.test(type))).toEqual([]);
    expect(types.filter((type) => type === 'AWS::KMS::Key')).toHaveLength(1);
  });

  it('costs at rest what the cost model computes: less than 1.10 US dollars a month', () => {
    const { usd, services } = billAtRest(dev.settings);
    expect(services['KMS']).toBe(1);
    expect(usd).toBeLessThan(1.1);
  });
});

describe('the alarm on documents that wait long', () => {
  it('reads its metric from the log of ResumeUnfinished, whenever one is written', () => {
    const filters = ofType('AWS::Logs::MetricFilter').map(({ Properties }) => Properties);
    expect(filters).toMatchObject([
      {
        FilterPattern: '{ $.longest_wait_seconds = "*" }',
        LogGroupName: { Ref: expect.stringMatching(/^OperationsResumeUnfinishedLogs/u) as unknown },
        MetricTransformations: [
          { MetricNamespace: 'Tearline', MetricName: 'longest-wait-prod', MetricValue: '$.longest_wait_seconds' },
        ],
      },
    ]);
    const alarm = ofType('AWS::CloudWatch::Alarm').find(
      ({ Properties }) => Properties['AlarmName'] === 'tearline-prod-documents-wait-long',
    );
    expect(alarm?.Properties).toMatchObject({
      Namespace: 'Tearline',
      MetricName: 'longest-wait-prod',
      Statistic: 'Maximum',
      Threshold: 3600,
      Period: SWEEP_EVERY_MINUTES * 60,
    });
  });
});

describe('the cost model', () => {
  it('has the quantities of the deployed resources', () => {
    // The price of an alarm on an expression is per metric in it.
    const metrics = alarms.reduce(
      (sum, { MetricName, Metrics = [] }) =>
        sum + (MetricName === undefined ? Metrics.filter(({ MetricStat }) => MetricStat !== undefined).length : 1),
      0,
    );
    expect(ALARM_METRICS).toBe(metrics);
    const memoryOf = (name: string): unknown =>
      ofType('AWS::Lambda::Function').find(({ Properties }) => Properties['Description'] === `Tearline prod: ${name}`)
        ?.Properties['MemorySize'];
    expect(Object.keys(WORKLOADS).map((name) => [name, memoryOf(name)])).toEqual(
      Object.entries(WORKLOADS).map(([name, workload]) => [name, settings.functions[workload].memoryMb]),
    );
    // 1,769 MB are one core.
    const { memoryMb } = settings.functions.parsers;
    expect(PARSER_PROCESSES).toBe(
      readParserProcessSettings({ AWS_LAMBDA_FUNCTION_MEMORY_SIZE: String(memoryMb) }, Math.floor(memoryMb / 1769))
        .size,
    );
    expect(LOG_METRICS).toBe(ofType('AWS::Logs::MetricFilter').length);
    expect(DASHBOARDS).toBe(ofType('AWS::CloudWatch::Dashboard').length);
    expect(KMS_KEYS).toBe(ofType('AWS::KMS::Key').length);
    const acls = ofType('AWS::WAFv2::WebACL');
    expect(WEB_ACLS).toBe(acls.length);
    expect(WEB_ACL_RULES).toBe(acls.flatMap(({ Properties }) => Properties['Rules'] as readonly unknown[]).length);
    const schedules = ofType('AWS::Events::Rule').map(({ Properties }) => Properties['ScheduleExpression']);
    expect(schedules.filter((schedule) => schedule !== undefined)).toEqual([
      `rate(${SWEEP_EVERY_MINUTES} minutes)`,
      `rate(${DELIVERIES_EVERY_MINUTES} minutes)`,
    ]);
  });
});
