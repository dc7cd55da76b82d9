/** Computes a month's bill by service from quantities and prices. */
import type { StageSettings } from '../../lib/settings.ts';
import { PRICES } from './aws-prices.ts';
import type { PriceName } from './aws-prices.ts';
import { quantitiesAtRest, quantitiesOf } from './quantities.ts';
import type { Quantities } from './quantities.ts';
import type { Usage } from './usage.ts';

export interface BillLine {
  readonly price: PriceName;
  readonly service: string;
  readonly quantity: number;
  readonly unit: string;
  readonly usd: number;
}

export interface Bill {
  readonly lines: readonly BillLine[];
  /** US dollars, by service. */
  readonly services: Readonly<Record<string, number>>;
  readonly usd: number;
}

const isPriceName = (name: string): name is PriceName => Object.hasOwn(PRICES, name);

/** @throws RangeError where a quantity has no price, or is negative or NaN */
export const priced = (quantities: Quantities): Bill => {
  const lines = Object.entries(quantities).map(([name, quantity]): BillLine => {
    if (!isPriceName(name)) throw new RangeError(`bench/cost/aws-prices.ts has no price of ${name}.`);
    if (!(quantity >= 0)) throw new RangeError(`${name}: ${quantity} is not a valid quantity.`);
    const { service, usd, per, unit } = PRICES[name];
    return { price: name, service, quantity, unit, usd: (quantity * usd) / per };
  });
  const services: Record<string, number> = {};
  for (const { service, usd } of lines) services[service] = (services[service] ?? 0) + usd;
  return { lines, services, usd: lines.reduce((sum, line) => sum + line.usd, 0) };
};

export const billOf = (usage: Usage, settings: StageSettings): Bill => priced(quantitiesOf(usage, settings));

/** The bill of a month without requests and without stored data. */
export const billAtRest = (settings: StageSettings): Bill => priced(quantitiesAtRest(settings));
