/**
 * Variants of a stage's settings: every value of every choice, and every pair of values of two choices, in few stages
 * (pairwise testing). A choice is an optional member, a boolean, an enumeration or a union.
 */
import { checkStageSettings } from '../../../lib/settings.ts';
import type { StageSettings } from '../../../lib/settings.ts';
import { dev } from '../../../lib/settings/dev.ts';
import { prod } from '../../../lib/settings/prod.ts';

type Patch = Partial<StageSettings>;

interface Choice {
  /** The members that it decides, as paths of the schema. */
  readonly members: readonly string[];
  readonly values: readonly Patch[];
}

const certificate = (region: string): string =>
  `arn:aws:acm:${region}:111122223333:certificate/0a1b2c3d-0a1b-0a1b-0a1b-0a1b2c3d4e5f`;
const hostedZone = { id: 'Z0123456789ABC', name: 'example.com' };
const api = { name: 'api.example.com', certificateArn: certificate('eu-west-1') };
const web = { name: 'split.example.com', certificateArn: certificate('us-east-1') };
const frameAncestors = ['https://dms.example.com'];
const plan = {
  pages_per_month: 100,
  credits_per_month: 100,
  max_pages: 100,
  max_document_bytes: null,
  work_per_second: 1,
  work_per_minute: 10,
  work_per_hour: 100,
  reads_per_second: 10,
};

export const CHOICES: readonly Choice[] = [
  {
    members: [
      'web',
      'web.hosting',
      'web.frameAncestors',
      'web.secondFactor',
      'domain',
      'domain.web',
      'domain.web.hostedZone',
    ],
    values: [
      {},
      { web: { hosting: 'cloudfront', frameAncestors, secondFactor: 'required' }, domain: { web } },
      { web: { hosting: 's3', secondFactor: 'optional' }, domain: { web: { ...web, hostedZone } } },
      { web: { hosting: 'none' } },
    ],
  },
  {
    members: ['domain.api', 'domain.api.hostedZone'],
    values: [{}, { domain: { api } }, { domain: { api: { ...api, hostedZone } } }],
  },
  {
    members: ['modelImage'],
    values: [
      {},
      { modelImage: { uri: '111122223333.dkr.ecr.eu-west-1.amazonaws.com/tearline:1.2.0' } },
      { modelImage: { baseImage: `public.ecr.aws/docker/library/node@sha256:${'0a'.repeat(32)}` } },
    ],
  },
  {
    members: ['endpoint', 'endpoint.memoryMb'],
    values: [{}, { endpoint: { mode: 'realtime', instanceType: 'ml.m5.large', instanceCount: 2 } }],
  },
  {
    members: ['data.keptOnRemoval', 'data.deletionProtection', 'data.documentsKeptDays'],
    values: [
      { data: dev.data },
      { data: prod.data },
      { data: { ...prod.data, deletionProtection: false, documentsKeptDays: 90 } },
    ],
  },
  { members: ['architecture'], values: [{ architecture: 'arm64' }, { architecture: 'x86_64' }] },
  {
    members: ['logs.keptDays', 'logs.dataEvents'],
    values: [{ logs: dev.logs }, { logs: { ...prod.logs, dataEvents: true } }],
  },
  {
    members: ['reservedConcurrency'],
    values: [{}, prod.reservedConcurrency === undefined ? {} : { reservedConcurrency: prod.reservedConcurrency }],
  },
  {
    members: ['api.corsOrigins'],
    values: [
      { api: dev.api },
      { api: { ...dev.api, corsOrigins: [] } },
      { api: { ...dev.api, corsOrigins: ['web-interface', 'https://app.example.com'] } },
    ],
  },
  {
    members: ['alwaysOn.firewall', 'alwaysOn.monitoring'],
    values: [
      { alwaysOn: { firewall: false, monitoring: false } },
      { alwaysOn: { firewall: true, monitoring: true } },
      { alwaysOn: { firewall: true, monitoring: false } },
    ],
  },
  {
    members: ['mail', 'senderIdentity'],
    values: [
      {},
      { mail: { from: 'split@example.com', domain: 'example.com' } },
      { mail: { from: 'split@example.com', domain: 'example.com' }, senderIdentity: 'existing' },
    ],
  },
  { members: ['budget'], values: [{}, { budget: { monthlyUsd: 100, mailTo: 'ops@example.com' } }] },
  { members: ['plans'], values: [{}, { plans: { small: plan } }] },
  {
    members: ['estimatedCost'],
    values: [{}, prod.estimatedCost === undefined ? {} : { estimatedCost: prod.estimatedCost }],
  },
  {
    members: ['parsing.isolatedNetwork', 'parsing.environmentPerTenant', 'parsing.models'],
    values: [
      { parsing: { isolatedNetwork: false, environmentPerTenant: false } },
      { parsing: { isolatedNetwork: true, environmentPerTenant: true, models: '.tearline/models' } },
      { parsing: { isolatedNetwork: true, environmentPerTenant: false } },
    ],
  },
];

/** Numbers of the chosen value of each choice. */
type Row = readonly number[];

const pairOf = (a: number, x: number, b: number, y: number): string => `${a}=${x},${b}=${y}`;

const pairsOf = (row: Row): string[] =>
  row.flatMap((x, a) => row.slice(a + 1).map((y, offset) => pairOf(a, x, a + 1 + offset, y)));

const allPairs = (sizes: readonly number[]): Set<string> => {
  const pairs = new Set<string>();
  sizes.forEach((sizeA, a) => {
    for (let b = a + 1; b < sizes.length; b += 1)
      for (let x = 0; x < sizeA; x += 1) for (let y = 0; y < (sizes[b] ?? 0); y += 1) pairs.add(pairOf(a, x, b, y));
  });
  return pairs;
};

/** Rows that have every pair: each takes, choice by choice, the value with the most pairs that no row has yet. */
export const pairwise = (sizes: readonly number[]): Row[] => {
  const open = allPairs(sizes);
  const rows: Row[] = [];
  while (open.size > 0) {
    const [first = ''] = open;
    const [[a = 0, x = 0] = [], [b = 0, y = 0] = []] = first.split(',').map((part) => part.split('=').map(Number));
    const row: number[] = [];
    sizes.forEach((size, choice) => {
      if (choice === a || choice === b) {
        row.push(choice === a ? x : y);
        return;
      }
      const gains = Array.from({ length: size }, (_, value) =>
        [...row, value].reduce(
          (sum, other, index) => sum + (index < choice && open.has(pairOf(index, other, choice, value)) ? 1 : 0),
          (choice < a && open.has(pairOf(choice, value, a, x)) ? 1 : 0) +
            (choice < b && open.has(pairOf(choice, value, b, y)) ? 1 : 0),
        ),
      );
      row.push(gains.indexOf(Math.max(...gains)));
    });
    for (const pair of pairsOf(row)) open.delete(pair);
    rows.push(row);
  }
  return rows;
};

/** CloudFront takes certificates of us-east-1, API Gateway those of the stage's region. */
const merged = (stage: string, row: Row): StageSettings => {
  const patches = row.map((value, choice) => CHOICES[choice]?.values[value] ?? {});
  const domain = Object.assign({}, ...patches.map((patch) => patch.domain ?? {})) as NonNullable<
    StageSettings['domain']
  >;
  const settings = Object.assign({}, dev, ...patches, { stage }) as StageSettings;
  return checkStageSettings({ ...settings, ...(Object.keys(domain).length === 0 ? {} : { domain }) });
};

/** The stages: `v0`, `v1`, … */
export const variants = (): StageSettings[] =>
  pairwise(CHOICES.map(({ values }) => values.length)).map((row, index) => merged(`v${index}`, row));

/** As few of the variants as have every value of each choice once. */
export const variantsOfEachValue = (): StageSettings[] => {
  const rows = pairwise(CHOICES.map(({ values }) => values.length));
  const open = new Set(CHOICES.flatMap(({ values }, choice) => values.map((_, value) => `${choice}=${value}`)));
  const chosen: number[] = [];
  while (open.size > 0) {
    const gains = rows.map((row) => row.filter((value, choice) => open.has(`${choice}=${value}`)).length);
    const best = gains.indexOf(Math.max(...gains));
    chosen.push(best);
    for (const [choice, value] of (rows[best] ?? []).entries()) open.delete(`${choice}=${value}`);
  }
  const all = variants();
  return chosen.flatMap((index) => all[index] ?? []);
};
