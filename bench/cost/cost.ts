/**
 * `npm run cost -- --pages 100000 --scanned 0.6 [--pages-per-document 11] [--retain-days 30] [--stage prod] [--mails 0]
 * [--web-requests 0] [--json]`: estimates a month's AWS bill by service, and the costs at rest. `--unit-costs` prints
 * `estimatedCost` of the stage's settings instead. Prices:
 * bench/cost/aws-prices.ts. Times: bench/cost/measured-times.ts. Trainings are not included.
 */
import { parseArgs } from 'node:util';
import { z } from 'zod';
import { readStageSettings } from '../../lib/stages.ts';
import { billAtRest, billOf } from './bill.ts';
import type { Bill } from './bill.ts';
import { rounded } from '../statistics.ts';
import { unitCosts } from './unit-costs.ts';

const text = { type: 'string' } as const;
const { values } = parseArgs({
  options: {
    pages: text,
    scanned: text,
    'pages-per-document': text,
    'retain-days': text,
    stage: text,
    mails: text,
    'web-requests': text,
    json: { type: 'boolean', default: false },
    'unit-costs': { type: 'boolean', default: false },
  },
});

const options = z
  .object({
    pages: z.coerce.number().min(0).default(100_000),
    scanned: z.coerce.number().min(0).max(1).default(0.6),
    'pages-per-document': z.coerce.number().int().min(1).max(2000).default(11),
    'retain-days': z.coerce.number().min(0).max(3650).default(30),
    mails: z.coerce.number().min(0).default(0),
    'web-requests': z.coerce.number().min(0).default(0),
  })
  .parse(values);

const settings = readStageSettings(values.stage ?? 'prod');
const usage = {
  pages: options.pages,
  scanned: options.scanned,
  pagesPerDocument: options['pages-per-document'],
  retainDays: options['retain-days'],
  mails: options.mails,
  webRequests: options['web-requests'],
};
const bill = billOf(usage, settings);
const atRest = billAtRest(settings);

const significant = (value: number): number => Number(value.toPrecision(2));

if (values['unit-costs']) {
  const { perDocument, perPage, perOcrPage } = unitCosts(settings);
  console.log(
    JSON.stringify({
      currency: 'USD',
      perDocument: significant(perDocument),
      perPage: significant(perPage),
      perOcrPage: significant(perOcrPage),
    }),
  );
  process.exit();
}

const money = (usd: number): string => usd.toFixed(2).padStart(9);
const byService = ({ services }: Bill): Record<string, number> =>
  Object.fromEntries(Object.entries(services).map(([service, usd]) => [service, rounded(usd)]));

if (!values.json) {
  const documents = `${usage.scanned * 100} % of the documents scanned, ${usage.pagesPerDocument} pages per document`;
  console.log(
    `US dollars per month, stage ${settings.stage}: ${usage.pages} pages, ${documents}, kept ${usage.retainDays} days\n`,
  );
  for (const [service, usd] of Object.entries(bill.services).sort(([, a], [, b]) => b - a)) {
    console.log(`${money(usd)}  ${service}`);
    for (const line of bill.lines)
      if (line.service === service && line.usd >= 0.005)
        console.log(
          `${' '.repeat(11)}${money(line.usd)}  ${Math.round(line.quantity).toLocaleString('en')} ${line.unit}`,
        );
  }
  const per1000Pages = usage.pages === 0 ? 0 : ((bill.usd - atRest.usd) / usage.pages) * 1000;
  console.log(`${money(bill.usd)}  in total: ${per1000Pages.toFixed(2)} for each additional 1,000 pages`);
  console.log(
    `${money(atRest.usd)}  of it at rest, with nothing stored: ${Object.entries(atRest.services)
      .filter(([, usd]) => usd >= 0.005)
      .map(([service, usd]) => `${service} ${usd.toFixed(2)}`)
      .join(', ')}`,
  );
}
console.log(
  JSON.stringify({
    ...usage,
    stage: settings.stage,
    usd: rounded(bill.usd),
    services: byService(bill),
    usd_at_rest: rounded(atRest.usd),
    services_at_rest: byService(atRest),
  }),
);
