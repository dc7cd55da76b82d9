/** Simulates what single documents and bursts of one tenant do to each other. */
import type { StageSettings } from '../../../lib/settings.ts';
import { shapeOf } from '../../cost/document-shape.ts';
import { Agenda } from './agenda.ts';
import { ApiKey, Client } from '../client.ts';
import { Cloud } from '../cloud.ts';
import type { Limits } from '../quotas.ts';
import { Random } from './random.ts';
import { drawShape } from './simulate.ts';
import { Station } from './station.ts';

interface Stage {
  readonly settings: StageSettings;
  readonly limits: Limits;
  readonly seed: number;
}

export interface Alone {
  readonly succeeded: boolean;
  readonly milliseconds: number;
  readonly highestConcurrency: number;
  /** Calls that were throttled. */
  readonly refusals: number;
}

/** One document in an account that processes nothing else. @param pages  1 or more */
export const simulateAlone = ({ settings, limits, seed }: Stage, pages: number, scanned: boolean): Alone => {
  const agenda = new Agenda();
  const cloud = new Cloud(agenda, new Random(seed), settings, limits);
  let [succeeded, milliseconds] = [false, 0];
  new Client(cloud, shapeOf(pages, scanned), new ApiKey('alone'), (ending) => {
    succeeded = ending === 'succeeded';
    milliseconds = agenda.now;
  }).upload();
  agenda.run();
  return {
    succeeded,
    milliseconds,
    highestConcurrency: cloud.running.highest,
    refusals: cloud.refusals().reduce((sum, { count }) => sum + count, 0),
  };
};

export interface Beside extends Stage {
  /** Documents that the other tenant sends at the beginning, 0 or more. */
  readonly burst: number;
  /** Connections of the other tenant. */
  readonly connections: number;
  /** Mean milliseconds between two documents of the tenant that sends single ones. */
  readonly everyMs: number;
  /** Milliseconds for which it sends them; absent: until the burst has ended. */
  readonly forMs?: number;
}

export interface BesideOutcome {
  /** Milliseconds from upload to result of each single document, in ascending order. */
  readonly latencies: readonly number[];
  /** Single documents that did not succeed. */
  readonly incomplete: number;
  readonly burstSucceeded: number;
  readonly burstMs: number;
  readonly mostWaiting: number;
  readonly refusals: ReturnType<Cloud['refusals']>;
}

/** Pages of each single document, all scanned. */
const SINGLE_PAGES = 10;
/** Share of scanned documents in the burst. */
const SCANNED = 0.6;

/** A tenant that sends single documents, from the beginning of another tenant's burst until its end. */
export const simulateBeside = (scenario: Beside): BesideOutcome => {
  const { settings, limits, seed, burst, connections, everyMs, forMs = Infinity } = scenario;
  const agenda = new Agenda();
  const random = new Random(seed);
  const cloud = new Cloud(agenda, random, settings, limits);
  const other = new ApiKey('burst', {
    connections: new Station(agenda, connections),
    attempts: Infinity,
    waits: false,
  });
  const single = new ApiKey('single');
  const shape = shapeOf(SINGLE_PAGES, true);
  const latencies: number[] = [];
  let [left, burstSucceeded, burstMs, incomplete] = [burst, 0, 0, 0];
  const send = (): void => {
    const begunMs = agenda.now;
    if (begunMs > forMs || (burst > 0 && left === 0)) return;
    new Client(cloud, shape, single, (ending) => {
      if (ending === 'succeeded') latencies.push(agenda.now - begunMs);
      else incomplete += 1;
    }).upload();
    agenda.in(random.exponential(everyMs), send);
  };
  for (let at = 0; at < burst; at += 1)
    new Client(cloud, drawShape(random, SCANNED), other, (ending) => {
      left -= 1;
      if (ending === 'succeeded') burstSucceeded += 1;
      burstMs = agenda.now;
    }).upload();
  // The first starts of functions and endpoint are not part of either figure.
  agenda.in(everyMs, send);
  agenda.run();
  return {
    latencies: latencies.sort((a, b) => a - b),
    incomplete,
    burstSucceeded,
    burstMs,
    mostWaiting: cloud.admission.mostWaiting,
    refusals: cloud.refusals(),
  };
};
