/** One execution of process-document.asl.json for a document: its states, its Map, and its retries. */
import { mapOf } from '../cost/count-transitions.ts';
import type { FunctionName } from '../cost/deployed-design.ts';
import { requestsOf } from '../cost/document-requests.ts';
import type { Requests, RequestingStep } from '../cost/document-requests.ts';
import type { DocumentShape } from '../cost/document-shape.ts';
import {
  buildResultsMs,
  chunkMs,
  completeMs,
  findBoundariesMs,
  inspectMs,
  PARSE_INSPECT_MS,
  parseChunkMs,
  parseResultsMs,
  scoreMs,
} from '../cost/document-times.ts';
import { ASSUMED_MS } from '../cost/measured-times.ts';
import type { Cloud } from './cloud.ts';
import { readRetry } from './read-retry.ts';
import { Station } from './simulation/station.ts';

const RETRY = readRetry();
/** RecordFailure is retried without limit. */
const UNTIL_IT_WORKS = { ...RETRY, attempts: Infinity };
/** Time in milliseconds for which adapters/aws retries the endpoint, and mean interval of the retries × 2. */
const ENDPOINT_LIMIT_MS = 150_000;
const ENDPOINT_AGAIN_MS = 2000;

/** Jobs of one step at a time (adapters/aws/parsing/remote-parsers.ts). */
const PARSE_AT_A_TIME = 4;

const sumOf = (all: readonly number[]): number => all.reduce((sum, one) => sum + one, 0);

const NOTHING: Requests = { blobReads: 0, blobWrites: 0, rowReads: 0, rowWrites: 0, indexWrites: 0 };

export class Pipeline {
  readonly #cloud: Cloud;
  readonly #shape: DocumentShape;
  readonly #ended: (succeeded: boolean) => void;
  #failed = false;

  constructor(cloud: Cloud, shape: DocumentShape, ended: (succeeded: boolean) => void) {
    this.#cloud = cloud;
    this.#shape = shape;
    this.#ended = ended;
  }

  start(): void {
    this.#step('Inspect', inspectMs(this.#shape), [PARSE_INSPECT_MS], () => {
      this.#readPages();
    });
  }

  /** @param parsing  milliseconds of each execution of Parse for which the step waits */
  #step(name: RequestingStep & FunctionName, milliseconds: number, parsing: readonly number[], then: () => void): void {
    this.#cloud.agenda.in(this.#cloud.transitionMs(), () => {
      this.#task(name, milliseconds, parsing, requestsOf(name, this.#shape), then);
    });
  }

  #readPages(): void {
    const { agenda } = this.#cloud;
    const { chunks, scanned } = this.#shape;
    const { distributed } = mapOf(chunks.length);
    const places = new Station(agenda, this.#cloud.settings.pipeline.chunksPerDocument);
    const all = requestsOf('ReadPages', this.#shape);
    const own: Requests = {
      ...NOTHING,
      blobReads: all.blobReads / chunks.length,
      blobWrites: all.blobWrites / chunks.length,
      rowReads: 1,
    };
    let left = chunks.length;
    const chunkEnded = (): void => {
      places.leave();
      left -= 1;
      if (left === 0 && !this.#failed) this.#findBoundaries();
    };
    // Transitions of the choice and of the map; a child execution adds one.
    const before =
      this.#cloud.transitionMs() + this.#cloud.transitionMs() + (distributed ? ASSUMED_MS.startDistributedMap : 0);
    agenda.in(before, () => {
      for (const pages of chunks) {
        places.enter(() => {
          if (this.#failed) chunkEnded();
          else
            agenda.in(this.#cloud.transitionMs() + (distributed ? this.#cloud.transitionMs() : 0), () => {
              this.#task('ReadPages', chunkMs(pages, scanned), [parseChunkMs(pages, scanned)], own, chunkEnded);
            });
        });
      }
    });
  }

  #findBoundaries(): void {
    const { agenda } = this.#cloud;
    agenda.in(this.#cloud.transitionMs(), () => {
      this.#whenStarted('FindBoundaries', (coldMs, end) => {
        const waits =
          coldMs + findBoundariesMs(this.#shape) + this.#cloud.storageMs(requestsOf('FindBoundaries', this.#shape));
        agenda.in(waits, () => {
          this.#score(agenda.now + ENDPOINT_LIMIT_MS, (scored) => {
            end();
            if (scored)
              this.#step('BuildResults', buildResultsMs(this.#shape), parseResultsMs(this.#shape), () => {
                this.#complete();
              });
            else this.#fail();
          });
        });
      });
    });
  }

  #complete(): void {
    this.#step('Complete', completeMs(this.#shape), [], () => {
      this.#ended(true);
    });
  }

  /** Invokes the endpoint with retries until `until`; the function waits. */
  #score(until: number, then: (scored: boolean) => void): void {
    const { agenda, random } = this.#cloud;
    if (this.#shape.pages === 1) {
      then(true);
      return;
    }
    const running = this.#cloud.tryScore();
    if (running !== undefined) {
      agenda.in(running.coldMs + scoreMs(this.#shape), () => {
        running.end();
        then(true);
      });
    } else if (agenda.now > until) then(false);
    else
      agenda.in(random.next() * ENDPOINT_AGAIN_MS, () => {
        this.#score(until, then);
      });
  }

  /**
   * A step that waits for executions of Parse. Where one is throttled, the step ends with the others and is retried; what
   * they have stored is not made again.
   * @param milliseconds  duration of the step with one execution of Parse after the other
   */
  #task(
    name: FunctionName,
    milliseconds: number,
    parsing: readonly number[],
    requests: Requests,
    then: () => void,
    attempt = 0,
  ): void {
    const { agenda, random } = this.#cloud;
    const own = Math.max(0, milliseconds - sumOf(parsing));
    this.#whenStarted(
      name,
      (coldMs, end, started) => {
        agenda.in(coldMs, () => {
          this.#parse(parsing, (throttled) => {
            if (throttled.length === 0)
              agenda.in(own + this.#cloud.storageMs(requests), () => {
                end();
                then();
              });
            else {
              end();
              if (started >= RETRY.attempts) this.#fail();
              else
                agenda.in(random.next() * RETRY.delayMs(started), () => {
                  this.#task(name, own + sumOf(throttled), throttled, requests, then, started + 1);
                });
            }
          });
        });
      },
      RETRY,
      attempt,
    );
  }

  /** Runs executions of Parse, some at a time. @param then  gets the milliseconds of those that were throttled */
  #parse(milliseconds: readonly number[], then: (throttled: readonly number[]) => void): void {
    const { agenda } = this.#cloud;
    if (milliseconds.length === 0) {
      then([]);
      return;
    }
    const places = new Station(agenda, PARSE_AT_A_TIME);
    const throttled: number[] = [];
    let left = milliseconds.length;
    const ended = (): void => {
      places.leave();
      left -= 1;
      if (left === 0) then(throttled);
    };
    for (const own of milliseconds)
      places.enter(() => {
        const running = this.#cloud.tryStart('Parse');
        if (running === undefined) {
          throttled.push(own);
          agenda.in(ASSUMED_MS.callParse, ended);
        } else
          agenda.in(running.coldMs + own, () => {
            running.end();
            ended();
          });
      });
  }

  /** Invokes a function with the state machine's Retry; the document fails after the last attempt. */
  #whenStarted(
    name: FunctionName,
    work: (coldMs: number, end: () => void, attempt: number) => void,
    { attempts, delayMs } = RETRY,
    attempt = 0,
  ): void {
    const running = this.#cloud.tryStart(name);
    if (running !== undefined) work(running.coldMs, running.end, attempt);
    else if (attempt < attempts)
      this.#cloud.agenda.in(this.#cloud.random.next() * delayMs(attempt), () => {
        this.#whenStarted(name, work, { attempts, delayMs }, attempt + 1);
      });
    else this.#fail();
  }

  #fail(): void {
    if (this.#failed) return;
    this.#failed = true;
    this.#whenStarted(
      'RecordFailure',
      (coldMs, end) => {
        this.#cloud.agenda.in(coldMs + ASSUMED_MS.lightStep, () => {
          end();
          this.#ended(false);
        });
      },
      UNTIL_IT_WORKS,
    );
  }
}
