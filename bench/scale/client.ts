/** A client with one document: uploads it, waits for the result, and fetches the PDFs. It obeys Retry-After. */
import { countPolls } from '../cost/count-polls.ts';
import { ANSWER, FETCH_PDF, requestsOf } from '../cost/document-requests.ts';
import type { DocumentShape } from '../cost/document-shape.ts';
import { ASSUMED_MS } from '../cost/measured-times.ts';
import type { Cloud, Running } from './cloud.ts';
import { Pipeline } from './pipeline.ts';
import type { Station } from './simulation/station.ts';

export type Ending = 'succeeded' | 'failed' | 'refused';

/** Maximum number of attempts of the upload. */
const ATTEMPTS = 8;
/**
 * Retry-After of lib/constructs/api/gateway-problems.ts: 429 of the gateway, 503 of a function that could not be
 * invoked.
 */
const AFTER_429_MS = 1000;
const AFTER_503_MS = 5000;
/** Retry-After of a 202. */
const AFTER_202_MS = 2000;
/** The same for a document that waits for its account's turn (lambdas/api/handlers/results/result-answer.ts). */
const queuedRetryMs = (ageMs: number): number => Math.min(300_000, Math.max(AFTER_202_MS, ageMs * 0.1));
/** Attempts to start an execution within the deadline of the request; after that the periodic sweep starts it. */
const START_ATTEMPTS = 8;
const START_AGAIN_MS = 1000;
const SWEEP_MS = 15 * 60_000;
/** Maximum number of attempts to fetch a PDF. */
const FETCH_ATTEMPTS = 3;
/** The gateway caches the authorizer's result of a key for this time, in milliseconds. */
const AUTHORISED_MS = 60_000;

/** The API key of an account, which several clients share. */
export class ApiKey {
  authorisedUntil = -1;
  readonly account: string;
  /** Connections of the sender; a refused one waits for Retry-After. Absent: as many as there are documents. */
  readonly connections: Station | undefined;
  /** Attempts of an upload. */
  readonly attempts: number;
  /** Whether its calls wait for results, or say `wait_for=0`. */
  readonly waits: boolean;

  constructor(account: string, { connections, attempts = ATTEMPTS, waits = true }: SenderOptions = {}) {
    this.account = account;
    this.waits = waits;
    this.connections = connections;
    this.attempts = attempts;
  }
}

export interface SenderOptions {
  readonly connections?: Station;
  readonly attempts?: number;
  readonly waits?: boolean;
}

export class Client {
  readonly #cloud: Cloud;
  readonly #shape: DocumentShape;
  readonly #key: ApiKey;
  readonly #ended: (ending: Ending) => void;
  /** Ends the call that is waiting for the result, if any. */
  #waiting: (() => void) | undefined;
  #finished = false;
  /** Whether the document waits for its account's turn. */
  #queued = false;
  #acceptedMs = 0;

  constructor(cloud: Cloud, shape: DocumentShape, key: ApiKey, ended: (ending: Ending) => void) {
    this.#cloud = cloud;
    this.#shape = shape;
    this.#key = key;
    this.#ended = ended;
  }

  upload(attempt = 0): void {
    this.#call(
      (running) => {
        this.#accept(running);
      },
      (afterMs) => {
        if (attempt + 1 >= this.#key.attempts) this.#ended('refused');
        else
          this.#later(afterMs, () => {
            this.upload(attempt + 1);
          });
      },
    );
  }

  /** A request through gateway and authorizer to the API function, over a connection of the sender. */
  #call(
    answered: (running: Running) => void,
    refused: (afterMs: number) => void,
    name: 'Api' | 'RenderApi' = 'Api',
  ): void {
    const { connections } = this.#key;
    if (connections === undefined) {
      this.#send(answered, refused, name);
      return;
    }
    const hold = ({ coldMs, end }: Running): Running => ({
      coldMs,
      end: () => {
        end();
        connections.leave();
      },
    });
    connections.enter(() => {
      this.#send(
        (running) => {
          answered(hold(running));
        },
        (afterMs) => {
          this.#cloud.agenda.in(afterMs, () => {
            connections.leave();
          });
          refused(afterMs);
        },
        name,
      );
    });
  }

  #send(answered: (running: Running) => void, refused: (afterMs: number) => void, name: 'Api' | 'RenderApi'): void {
    if (!this.#cloud.admits()) {
      refused(AFTER_429_MS);
      return;
    }
    this.#authorise(
      () => {
        const running = this.#cloud.tryStart(name);
        if (running === undefined) refused(AFTER_503_MS);
        else answered(running);
      },
      () => {
        refused(AFTER_503_MS);
      },
    );
  }

  #authorise(then: () => void, refused: () => void): void {
    const { agenda } = this.#cloud;
    if (agenda.now < this.#key.authorisedUntil) {
      then();
      return;
    }
    const running = this.#cloud.tryStart('Authorizer');
    if (running === undefined) {
      refused();
      return;
    }
    agenda.in(running.coldMs + ASSUMED_MS.authorise, () => {
      running.end();
      this.#key.authorisedUntil = agenda.now + AUTHORISED_MS;
      then();
    });
  }

  #accept(running: Running): void {
    const { agenda, admission } = this.#cloud;
    const { account } = this.#key;
    // Admission queries who waits, and writes a row.
    const work =
      ASSUMED_MS.answer + ASSUMED_MS.writeBlob + 2 * ASSUMED_MS.writeRows + ASSUMED_MS.readRow + ASSUMED_MS.writeRows;
    agenda.in(running.coldMs + work + this.#cloud.storageMs(requestsOf('accept', this.#shape)), () => {
      const pipeline = new Pipeline(this.#cloud, this.#shape, (succeeded) => {
        this.#finish(succeeded);
        admission.release(account);
      });
      this.#acceptedMs = agenda.now;
      this.#queued = !admission.admit(account, () => {
        this.#queued = false;
        this.#startExecution(pipeline, 0);
      });
      this.#wait(running);
    });
  }

  #startExecution(pipeline: Pipeline, attempt: number): void {
    const { agenda, random } = this.#cloud;
    if (this.#cloud.tryStartExecution()) pipeline.start();
    else if (attempt + 1 < START_ATTEMPTS)
      agenda.in(random.next() * START_AGAIN_MS, () => {
        this.#startExecution(pipeline, attempt + 1);
      });
    else
      agenda.in(random.next() * SWEEP_MS, () => {
        this.#startExecution(pipeline, 0);
      });
  }

  /**
   * Holds the call until the result is available, or until the maximum wait of the stage. The call of a document that
   * waits for its account's turn is answered at once.
   */
  #wait(running: Running): void {
    const { agenda, settings } = this.#cloud;
    if (this.#queued || !this.#key.waits) {
      running.end();
      this.#later(this.#queued ? queuedRetryMs(agenda.now - this.#acceptedMs) : AFTER_202_MS, () => {
        this.#askAgain();
      });
      return;
    }
    const since = agenda.now;
    const stop = (): void => {
      this.#waiting = undefined;
      this.#cloud.poll(countPolls(agenda.now - since));
      running.end();
    };
    this.#waiting = stop;
    agenda.in(settings.limits.maxWaitSeconds * 1000, () => {
      // Only if this call is still waiting, and not a later one.
      if (this.#waiting !== stop) return;
      stop();
      this.#later(AFTER_202_MS, () => {
        this.#askAgain();
      });
    });
  }

  #askAgain(): void {
    if (this.#finished) return;
    this.#call(
      (running) => {
        this.#cloud.agenda.in(running.coldMs + ASSUMED_MS.answer, () => {
          if (this.#finished) running.end();
          else this.#wait(running);
        });
      },
      (afterMs) => {
        this.#later(afterMs, () => {
          this.#askAgain();
        });
      },
    );
  }

  #finish(succeeded: boolean): void {
    const { agenda } = this.#cloud;
    this.#finished = true;
    const stop = this.#waiting;
    // The response is written before the call ends.
    if (stop !== undefined)
      agenda.in(ASSUMED_MS.answer + this.#cloud.storageMs(ANSWER), () => {
        if (this.#waiting === stop) stop();
      });
    this.#ended(succeeded ? 'succeeded' : 'failed');
    if (!succeeded) return;
    for (let pdf = 0; pdf < this.#shape.found; pdf += 1)
      agenda.in((pdf + 1) * 200, () => {
        this.#fetch(0);
      });
  }

  #fetch(attempt: number): void {
    this.#call(
      (running) => {
        this.#cloud.agenda.in(
          running.coldMs + ASSUMED_MS.answer + 2 * ASSUMED_MS.readBlob + this.#cloud.storageMs(FETCH_PDF),
          running.end,
        );
      },
      (afterMs) => {
        if (attempt + 1 < FETCH_ATTEMPTS)
          this.#later(afterMs, () => {
            this.#fetch(attempt + 1);
          });
      },
      'RenderApi',
    );
  }

  /** Schedules a retry after Retry-After with random jitter. */
  #later(afterMs: number, act: () => void): void {
    this.#cloud.agenda.in(afterMs * (1 + this.#cloud.random.next()), act);
  }
}
