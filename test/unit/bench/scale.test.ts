import { describe, expect, it } from 'vitest';
import { Admission } from '../../../bench/scale/admission.ts';
import { Agenda } from '../../../bench/scale/simulation/agenda.ts';
import { Concurrency } from '../../../bench/scale/concurrency.ts';
import { Environments } from '../../../bench/scale/environments.ts';
import { GrowingRate } from '../../../bench/scale/growing-rate.ts';
import { limitsAt } from '../../../bench/scale/quotas.ts';
import { Random } from '../../../bench/scale/simulation/random.ts';
import { readRetry } from '../../../bench/scale/read-retry.ts';
import { MEAN_PAGES, percentile, simulate } from '../../../bench/scale/simulation/simulate.ts';
import { simulateAlone, simulateBeside } from '../../../bench/scale/simulation/simulate-fairness.ts';
import type { Load } from '../../../bench/scale/simulation/simulate.ts';
import { Station } from '../../../bench/scale/simulation/station.ts';
import { TokenBucket } from '../../../bench/scale/simulation/token-bucket.ts';
import { readStageSettings } from '../../../lib/stages.ts';

/** Erlang B: probability that all places are busy, without a queue. @param offered  load in erlangs */
const erlangB = (places: number, offered: number): number => {
  let blocked = 1;
  for (let place = 1; place <= places; place += 1) blocked = (offered * blocked) / (place + offered * blocked);
  return blocked;
};

/** Mean waiting time of an M/M/c queue, in units of the mean service time. */
const meanWait = (places: number, offered: number): number => {
  const blocked = erlangB(places, offered);
  const waits = blocked / (1 - (offered / places) * (1 - blocked));
  return waits / (places - offered);
};

/** Random arrivals (Poisson process). @param come  called at each arrival */
const arrivals = (
  agenda: Agenda,
  random: Random,
  { customers, meanGap }: { customers: number; meanGap: number },
  come: () => void,
): void => {
  const next = (left: number): void => {
    come();
    if (left > 1)
      agenda.in(random.exponential(meanGap), () => {
        next(left - 1);
      });
  };
  next(customers);
};

describe('the parts of the simulation', () => {
  it('run events by time, simultaneous ones in the order of scheduling', () => {
    const agenda = new Agenda();
    const seen: string[] = [];
    for (const [delay, name] of [
      [5, 'c'],
      [1, 'a'],
      [5, 'd'],
      [3, 'b'],
    ] as const)
      agenda.in(delay, () => seen.push(`${name}${agenda.now}`));
    agenda.in(3, () => {
      agenda.in(10, () => seen.push('e'));
    });
    expect(agenda.run()).toBe(6);
    expect(seen).toEqual(['a1', 'b3', 'c5', 'd5', 'e']);
  });

  it('have uniform and reproducible random numbers', () => {
    const [one, two] = [new Random(7), new Random(7)];
    const drawn = Array.from({ length: 100_000 }, () => one.next());
    expect(drawn.slice(0, 100)).toEqual(Array.from({ length: 100 }, () => two.next()));
    expect(drawn.reduce((sum, value) => sum + value, 0) / drawn.length).toBeCloseTo(0.5, 2);
    expect(Math.max(...drawn.slice(0, 50_000))).toBeLessThan(1);
  });

  it.each([
    [1, 0.5],
    [4, 3],
    [16, 13],
  ])('queue for %i places under %d erlangs like an M/M/c queue', (places, offered) => {
    const agenda = new Agenda();
    const random = new Random(3);
    const station = new Station(agenda, places);
    const customers = 300_000;
    let waited = 0;
    arrivals(agenda, random, { customers, meanGap: 1 / offered }, () => {
      const came = agenda.now;
      station.enter(() => {
        waited += agenda.now - came;
        agenda.in(random.exponential(1), () => {
          station.leave();
        });
      });
    });
    agenda.run();
    const expected = meanWait(places, offered);
    expect(waited / customers / expected).toBeGreaterThan(0.94);
    expect(waited / customers / expected).toBeLessThan(1.06);
  });

  it.each([
    [5, 4],
    [10, 9],
    [100, 110],
  ])('refuse with %i places under %d erlangs according to Erlang B, and are as busy', (places, offered) => {
    const agenda = new Agenda();
    const random = new Random(11);
    const concurrency = new Concurrency(places);
    const customers = 200_000;
    let refused = 0;
    arrivals(agenda, random, { customers, meanGap: 1 / offered }, () => {
      if (!concurrency.tryEnter(agenda.now)) refused += 1;
      else
        agenda.in(random.exponential(1), () => {
          concurrency.leave(agenda.now);
        });
    });
    agenda.run();
    const blocked = erlangB(places, offered);
    expect(Math.abs(refused / customers - blocked)).toBeLessThan(0.01);
    expect(Math.abs(concurrency.utilisation(agenda.now) - (offered * (1 - blocked)) / places)).toBeLessThan(0.01);
    expect(concurrency.highest).toBe(places);
  });

  it('give a bucket of tokens and the refill since', () => {
    const bucket = new TokenBucket(800, 150);
    let given = 0;
    for (let ms = 0; ms <= 60_000; ms += 1) if (bucket.tryTake(ms)) given += 1;
    expect(given).toBe(800 + 150 * 60);
    expect(bucket.taken).toBe(given);
  });

  it('delay callers of an empty bucket until their token is refilled', () => {
    const bucket = new TokenBucket(10, 5);
    const waits = Array.from({ length: 20 }, () => bucket.take(0));
    expect(waits.slice(0, 10)).toEqual(Array.from({ length: 10 }, () => 0));
    expect(waits[19]).toBeCloseTo(2000, 6);
    expect(bucket.take(2000)).toBeCloseTo(200, 6);
  });

  it('have a cold start as often as a gap exceeds the warm time', () => {
    const random = new Random(5);
    const environments = new Environments({ warmMs: 600, coldMs: 1 });
    let [now, cold] = [0, 0];
    for (let call = 0; call < 100_000; call += 1) {
      if (!environments.takeWarm(now)) cold += 1;
      environments.giveBack(now);
      now += random.exponential(400);
    }
    expect(cold / 100_000).toBeCloseTo(Math.exp(-600 / 400), 2);
  });

  it('raise the capacity of a table to twice its highest use, each minute', () => {
    const rate = new GrowingRate(100);
    const used = (minute: number): number => {
      let taken = 0;
      while (rate.tryTake(minute * 60_000, 1)) taken += 1;
      return taken / 60;
    };
    expect([used(0), used(1), used(2), used(9)]).toEqual([100, 200, 400, 800]);
  });

  it('run a limited number of documents, and let accounts take turns', () => {
    const admission = new Admission(2);
    const started: string[] = [];
    const admit = (account: string, name: string): boolean => admission.admit(account, () => started.push(name));
    const atOnce = ['a1', 'a2', 'a3', 'a4', 'a5', 'b1', 'c1'].map((name) => admit(name.charAt(0), name));
    expect(atOnce).toEqual([true, true, false, false, false, false, false]);
    for (const account of ['a', 'a', 'b', 'c', 'a', 'a', 'a']) admission.release(account);
    expect(started).toEqual(['a1', 'a2', 'b1', 'c1', 'a3', 'a4', 'a5']);
    expect([admission.highest, admission.mostWaiting]).toEqual([2, 5]);
    expect(admit('b', 'b2')).toBe(true);
  });

  it('read the retry of throttled steps from the state machine', () => {
    const { attempts, delayMs } = readRetry();
    expect(attempts).toBeGreaterThan(0);
    expect(delayMs(1)).toBe(2 * delayMs(0));
    expect(delayMs(30)).toBe(delayMs(29));
  });
});

describe('the simulated design', () => {
  const prod = readStageSettings('prod');
  // All functions share the account's executions.
  const load: Load = {
    pagesPerHour: 10_000,
    scanned: 0.6,
    seed: 1,
    settings: { ...prod, reservedConcurrency: undefined },
    limits: limitsAt('byDefault'),
  };

  it('is the same for the same seed, and different for another', { tags: 'slow' }, () => {
    expect(simulate(load)).toEqual(simulate(load));
    expect(simulate({ ...load, seed: 2 })).not.toEqual(simulate(load));
  });

  it('finishes every document at the rate of arrival without limits', () => {
    const { documents, succeeded, failed, refused, refusals, documentsPerHour } = simulate(load);
    expect([documents, succeeded]).toEqual([2000, 2000]);
    expect([failed, refused, refusals]).toEqual([0, 0, []]);
    expect(documentsPerHour / (10_000 / MEAN_PAGES)).toBeGreaterThan(0.9);
    expect(documentsPerHour / (10_000 / MEAN_PAGES)).toBeLessThan(1.1);
  });

  it(
    'is slower, and finally incomplete, with fewer concurrent executions, and names the limit',
    { tags: 'slow' },
    () => {
      const roomy = simulate(load);
      const tight = simulate({ ...load, limits: { ...load.limits, lambdaConcurrency: 12 } });
      const tooTight = simulate({ ...load, limits: { ...load.limits, lambdaConcurrency: 2 } });
      expect(tight.p99Ms).toBeGreaterThan(roomy.p99Ms);
      expect(tooTight.failed + tooTight.refused).toBeGreaterThan(0);
      expect(tooTight.refusals[0]?.limit).toBe('Lambda: concurrent executions');
      expect(tooTight.highestConcurrency).toBe(2);
    },
  );

  it('names the function that exhausts its reserved concurrency, and refuses reservations that Lambda would refuse', () => {
    const { refusals } = simulate({ ...load, settings: { ...prod, reservedConcurrency: { ReadPages: 2 } } });
    expect(refusals.map(({ limit }) => limit)).toEqual(['Lambda: reserved concurrency of ReadPages']);
    expect(() => simulate({ ...load, settings: prod, limits: limitsAt('newAccount') })).toThrow('cannot be reserved');
  });

  it('loses no document: each succeeds, fails or is refused', { tags: 'slow' }, () => {
    const { documents, succeeded, failed, refused } = simulate({
      ...load,
      pagesPerHour: 200_000,
      settings: readStageSettings('dev'),
      limits: limitsAt('newAccount'),
    });
    expect(succeeded + failed + refused).toBe(documents);
    expect(succeeded).toBeGreaterThan(0);
    expect(failed + refused).toBeGreaterThan(0);
  });

  it('is throttled by the quotas of table, gateway and Step Functions', { tags: 'slow' }, () => {
    const short = {
      ...load.limits,
      tableWrites: 1,
      transitionBucket: 1,
      transitionRate: 3,
      startExecutionBucket: 1,
      startExecutionRate: 0.2,
    };
    const limits = simulate({ ...load, limits: short }).refusals.map(({ limit }) => limit);
    expect(limits).toEqual(
      expect.arrayContaining([
        'DynamoDB: writes of the table',
        'Step Functions: StateTransition',
        'Step Functions: StartExecution',
      ]),
    );
    const slowGateway = { ...prod, api: { ...prod.api, requestsPerSecond: 1, burst: 1 } };
    expect(simulate({ ...load, settings: slowGateway }).refusals.map(({ limit }) => limit)).toContain(
      'API Gateway: requestsPerSecond of the stage',
    );
  });
});

describe('the simulated admission', () => {
  const stage = { settings: readStageSettings('dev'), limits: limitsAt('newAccount'), seed: 1 };
  const { settings } = stage;
  const withPipeline = (documents: number, chunksPerDocument: number): typeof settings => ({
    ...settings,
    pipeline: { documents, chunksPerDocument },
  });

  it('keeps the throughput of ten executions where more documents arrive than are processed', { tags: 'slow' }, () => {
    const load = { ...stage, pagesPerHour: 40_000, scanned: 0.6 };
    const bounded = simulate(load);
    const unbounded = simulate({ ...load, settings: withPipeline(5000, 2) });
    expect([bounded.mostRunning, bounded.failed]).toEqual([2, 0]);
    expect(bounded.mostWaiting).toBeGreaterThan(100);
    expect(bounded.documentsPerHour).toBeGreaterThan(5 * unbounded.documentsPerHour);
  });

  it('reads as many chunks of a document at a time as the stage says, with two executions each', () => {
    const [two, four] = [2, 4].map((chunks) =>
      simulateAlone({ ...stage, settings: withPipeline(2, chunks) }, 200, true),
    );
    // The call that waits for the result, and the authorizer.
    expect(two?.highestConcurrency).toBeLessThanOrEqual(2 * 2 + 2);
    expect(four?.highestConcurrency).toBeGreaterThan(2 * 2 + 2);
    expect(two?.milliseconds).toBeGreaterThan(1.5 * (four?.milliseconds ?? Infinity));
  });

  it('ends a scan of 2,000 pages with ten executions, also where its chunks ask for more', () => {
    const [within, beyond] = [2, 8].map((chunks) =>
      simulateAlone({ ...stage, settings: withPipeline(2, chunks) }, 2000, true),
    );
    expect(within).toMatchObject({ succeeded: true, refusals: 0 });
    expect(beyond?.succeeded).toBe(true);
    expect(beyond?.refusals).toBeGreaterThan(0);
  });

  it('lets single documents of one tenant pass the burst of another, and loses no document', () => {
    const burst = 300;
    const outcome = simulateBeside({ ...stage, burst, connections: 20, everyMs: 30_000 });
    expect([outcome.burstSucceeded, outcome.incomplete]).toEqual([burst, 0]);
    expect(outcome.mostWaiting).toBeGreaterThan(burst / 2);
    expect(outcome.latencies.length).toBeGreaterThan(10);
    expect(percentile(outcome.latencies, 0.99)).toBeLessThan(outcome.burstMs / 10);
  });
});
