import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { PRICES } from '../../../bench/cost/aws-prices.ts';
import { billAtRest, billOf, priced } from '../../../bench/cost/bill.ts';
import { countPolls } from '../../../bench/cost/count-polls.ts';
import { countTransitions, mapOf } from '../../../bench/cost/count-transitions.ts';
import { shapeOf } from '../../../bench/cost/document-shape.ts';
import { quantitiesOf } from '../../../bench/cost/quantities.ts';
import { costOfDocument, unitCosts } from '../../../bench/cost/unit-costs.ts';
import { readStageSettings } from '../../../lib/stages.ts';

const prod = readStageSettings('prod');
const dev = readStageSettings('dev');
const usage = { pages: 100_000, scanned: 0.6, pagesPerDocument: 11, retainDays: 30, mails: 0, webRequests: 0 };

describe('a price list', () => {
  it('prices 2 million requests, 1,000 GB-s and 10 GB-months as computed by hand', () => {
    const bill = priced({ lambdaRequest: 2_000_000, lambdaArmGbSecond: 1000, s3GbMonth: 10 });
    expect(Object.keys(bill.services)).toEqual(['Lambda', 'S3']);
    expect(bill.services['Lambda']).toBeCloseTo(0.4133334, 10);
    expect(bill.services['S3']).toBeCloseTo(0.23, 10);
    expect(bill.usd).toBeCloseTo(0.6433334, 10);
  });

  it('refuses a quantity without a price, and an invalid quantity', () => {
    const unknown: Record<string, number> = { moonlight: 1 };
    expect(() => priced(unknown)).toThrow('no price of moonlight');
    expect(() => priced({ s3GbMonth: -1 })).toThrow(RangeError);
    expect(() => priced({ s3GbMonth: Number.NaN })).toThrow(RangeError);
  });

  it('has a page for every price, and no unused price', () => {
    const used = new Set([
      ...Object.keys(quantitiesOf(usage, prod)),
      ...Object.keys(
        quantitiesOf(usage, {
          ...prod,
          architecture: 'x86_64',
          logs: { ...prod.logs, dataEvents: true },
          endpoint: { mode: 'realtime', instanceType: 'ml.m5.large', instanceCount: 2 },
        }),
      ),
    ]);
    expect(Object.keys(PRICES).filter((name) => !used.has(name))).toEqual([]);
    for (const { page, usd, per } of Object.values(PRICES)) {
      expect(page).toMatch(/^aws\.amazon\.com\/.+/);
      expect(usd / per).toBeGreaterThan(0);
    }
  });
});

describe('a month', () => {
  it('has for 11 scanned pages the quantities counted by hand in state machine and code', () => {
    // One document, read in chunks of two pages; quantities without those at rest.
    const one = quantitiesOf({ ...usage, pages: 11, scanned: 1 }, prod);
    const rest = quantitiesOf({ ...usage, pages: 0 }, prod);
    const own = (name: keyof typeof PRICES): number => (one[name] ?? 0) - (rest[name] ?? 0);
    // Inspect, the choice, the map, 6 chunks, three steps, and out.
    expect(own('stateTransition')).toBe(1 + 1 + 1 + 6 + 3 + 1);
    // POST and four PDFs.
    expect(own('apiRequest')).toBe(5);
    // 5 times the authorizer, the POST, four PDFs, the five steps with 6 chunks, and Parse: once to inspect,
    // for each chunk, for the thumbnail and for the cuts.
    expect(own('lambdaRequest')).toBeCloseTo(5 + 1 + 4 + 4 + 6 + (1 + 6 + 2), 6);
    // Accepted 1, inspected 2, five files of each chunk, 5 of boundaries, 9 and four PDFs of results (the parts are
    // listed kind by kind to be removed), 2 at the deletion.
    expect(own('s3Write')).toBe(1 + 2 + 5 * 6 + 5 + 13 + 2);
    // Nineteen operations of transactions at two units, eighteen of the index at one; at the deletion four and three.
    expect(own('tableWrite')).toBe(19 * 2 + 18 + 4 * 2 + 3);
    // 115 ms on 3 GB.
    expect(own('endpointGbSecond')).toBeCloseTo(0.115 * 3, 10);
  });

  it('has, where CloudTrail records data events, the price of each request for a file or rows', () => {
    const recorded = { ...prod, logs: { ...prod.logs, dataEvents: true } };
    const eventsOf = (documents: number): number =>
      quantitiesOf({ ...usage, pages: 11 * documents, scanned: 1 }, recorded).dataEvent ?? 0;
    const { s3Read = 0, s3Write = 0, tableRead = 0 } = quantitiesOf({ ...usage, pages: 11, scanned: 1 }, prod);
    const restingReads = quantitiesOf({ ...usage, pages: 0 }, prod).tableRead ?? 0;
    // Nineteen rows are written, and four deleted; each file is deleted too.
    expect(eventsOf(1) - eventsOf(0)).toBeCloseTo(s3Read + 2 * s3Write + (tableRead - restingReads) + 19 + 4, 6);
    const [without, withEvents] = [billOf(usage, prod), billOf(usage, recorded)];
    expect(without.services).not.toHaveProperty('CloudTrail');
    const events = quantitiesOf(usage, recorded).dataEvent ?? 0;
    expect(withEvents.services['CloudTrail']).toBeCloseTo(events / 1_000_000, 8);
    expect(withEvents.usd - without.usd).toBeGreaterThan(withEvents.services['CloudTrail'] ?? 0);
    expect(billAtRest(recorded).usd - billAtRest(prod).usd).toBeLessThan(0.2);
  });

  it('without pages has the costs at rest', () => {
    expect(billOf({ ...usage, pages: 0 }, prod).usd).toBeCloseTo(billAtRest(prod).usd, 10);
  });

  it('has at rest the costs of keys, firewall, alarms and a dashboard, and none of a serverless model', () => {
    const { services } = billAtRest(prod);
    expect(services['KMS']).toBe(1);
    expect(services['WAF']).toBe(7);
    expect(services['SageMaker'] ?? 0).toBe(0);
    const realtime = {
      ...prod,
      endpoint: { mode: 'realtime', instanceType: 'ml.m5.large', instanceCount: 2 },
    } as const;
    expect(billAtRest(realtime).services['SageMaker']).toBeCloseTo(2 * 730 * 0.115, 6);
  });

  it('refuses instance types without a price', () => {
    expect(() =>
      billOf(usage, { ...prod, endpoint: { mode: 'realtime', instanceType: 'ml.c7i.large', instanceCount: 2 } }),
    ).toThrow('ml.c7i.large');
  });

  it.each([prod, dev])('never costs less for more pages ($stage)', (settings) => {
    const bills = [0, 1, 11, 100, 1_000, 5_000, 20_000, 50_000, 100_000, 300_000, 1_000_000, 10_000_000].map((pages) =>
      billOf({ ...usage, pages }, settings),
    );
    for (const [at, bill] of bills.entries()) {
      const before = bills[at - 1];
      if (before === undefined) continue;
      expect(bill.usd).toBeGreaterThan(before.usd);
    }
  });

  it('costs more for scanned pages than for born-digital ones', () => {
    expect(billOf({ ...usage, scanned: 1 }, prod).usd).toBeGreaterThan(
      1.2 * billOf({ ...usage, scanned: 0 }, prod).usd,
    );
  });
});

describe.each([prod, dev])('the unit costs in the settings of $stage', (settings) => {
  const { estimatedCost } = settings;
  const model = unitCosts(settings);

  it.each(['perDocument', 'perPage', 'perOcrPage'] as const)(
    'differ from the cost model by less than a tenth: %s',
    (name) => {
      expect(Math.abs((estimatedCost?.[name] ?? 0) / model[name] - 1)).toBeLessThan(0.1);
    },
  );

  it.each([1, 2, 3, 5, 11, 25, 40, 50, 100, 200, 1000])(
    'estimate the cost of a document of %d pages, with an error below a tenth',
    (pages) => {
      if (estimatedCost === undefined) throw new Error('There are none.');
      const { perDocument, perPage, perOcrPage } = estimatedCost;
      for (const scanned of [false, true]) {
        const estimated = perDocument + pages * (perPage + (scanned ? perOcrPage : 0));
        expect(Math.abs(estimated / costOfDocument(pages, scanned, settings) - 1)).toBeLessThan(0.1);
      }
    },
  );
});

describe('the documents', () => {
  const readPage = (name: string): string =>
    readFileSync(new URL(`../../../${name}`, import.meta.url), 'utf8').replaceAll(/\s+/g, ' ');
  const lacking = (name: string, sentences: readonly string[]): readonly string[] => {
    const page = readPage(name);
    return sentences.filter((sentence) => !page.includes(sentence));
  };
  const dollars = (usd = 0): string => usd.toFixed(2);

  it('state what the stages cost at rest', () => {
    const { usd, services, lines } = billAtRest(prod);
    const dashboards = lines.find(({ price }) => price === 'dashboard')?.usd ?? 0;
    const alarms = dollars((services['CloudWatch'] ?? 0) - dashboards);
    const whole = Math.round(usd);
    expect(
      lacking('docs/deploy.md', [
        `\`dev\` ${Math.round(billAtRest(dev).usd)} dollar a month at rest, \`prod\` ${whole} |`,
        `\`prod\` costs about ${whole}: its firewall (${dollars(services['WAF'])}), alarms (${alarms})`,
        `and dashboard (${dollars(dashboards)})`,
        `the alarms with their mails; ${dollars(services['CloudWatch'])} US dollars a month`,
      ]),
    ).toEqual([]);
  });

  it('state the bill of 100,000 pages, and what recording data events adds', () => {
    const bill = billOf(usage, prod);
    const whole = Math.round(bill.usd);
    expect(lacking('README.md', [`| ${whole} USD |`])).toEqual([]);
    expect(lacking('docs/deploy.md', [`(${whole} dollars in US East)`])).toEqual([]);
    expect(lacking('docs/benchmarks/aws.md', [`60 % of them scanned: ${whole} US dollars.`])).toEqual([]);
    const recording = { ...prod, logs: { ...prod.logs, dataEvents: true } };
    const scans = quantitiesOf({ ...usage, pages: 11_000, scanned: 1 }, recording)['dataEvent'] ?? 0;
    expect(
      lacking('docs/operate.md', [
        `in \`prod\` they are ${dollars(billOf(usage, recording).usd - bill.usd)} dollars more`,
        `about ${Math.round(scans / 10_000) * 10} for a scan of 11 pages`,
      ]),
    ).toEqual([]);
  });
});

describe('the command', () => {
  const run = async (...options: string[]): Promise<string> =>
    (await promisify(execFile)(process.execPath, ['bench/cost/cost.ts', ...options])).stdout;

  it('prints the bill of the given usage, also as JSON', async () => {
    const printed = await run(
      '--pages',
      '50000',
      '--scanned',
      '0.5',
      '--pages-per-document',
      '4',
      '--retain-days',
      '7',
      '--stage',
      'dev',
      '--json',
    );
    const { usd, usd_at_rest } = JSON.parse(printed) as { usd: number; usd_at_rest: number };
    expect(usd).toBeCloseTo(
      billOf({ ...usage, pages: 50_000, scanned: 0.5, pagesPerDocument: 4, retainDays: 7 }, dev).usd,
      1,
    );
    expect(usd_at_rest).toBeCloseTo(billAtRest(dev).usd, 1);
  });

  it('prints the unit costs of a stage as its settings state them', async () => {
    expect(prod.estimatedCost).toMatchObject(JSON.parse(await run('--unit-costs', '--stage', 'prod')) as object);
  });

  it('refuses an invalid share', async () => {
    await expect(run('--scanned', '60')).rejects.toThrow('scanned');
  });
});

describe('what the cost model counts on the code', () => {
  it('has child executions from 41 chunks on, as in the state machine', () => {
    expect(countTransitions(1)).toBe(8);
    expect(countTransitions(40)).toBe(6 + 40 + 1);
    expect(countTransitions(41)).toBe(6 + 2 * 41 + 1);
    expect(mapOf(40)).toEqual({ width: 16, distributed: false });
    expect(mapOf(41)).toEqual({ width: 100, distributed: true });
  });

  it('assigns pages to chunks as the service does', () => {
    expect(shapeOf(11, false).chunks).toEqual([11]);
    expect(shapeOf(11, true).chunks).toEqual([2, 2, 2, 2, 2, 1]);
    expect(shapeOf(2000, true).chunks.reduce((sum, pages) => sum + pages, 0)).toBe(2000);
  });

  it('polls every 25 ms at first, after 2 % of the wait, and every 250 ms later', () => {
    expect(countPolls(0)).toBe(1);
    expect(countPolls(500)).toBe(21);
    expect(countPolls(5000)).toBe(122);
    expect(countPolls(60_000) - countPolls(50_000)).toBe(40);
  });
});
