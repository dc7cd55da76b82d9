/**
 * Fakes of the remaining ports: a clock that advances only with `sleep`, a model that reads the first word, no mail.
 */
import { createHash, randomUUID } from 'node:crypto';
import type { BlobStore, Clock, DomainEvent, EventBus, GapScores, Ids, Mailer, SplitModel } from '../../core/ports.ts';
import type { PageJson, PageRecord } from '../../core/documents/page-record.ts';
import { versionOf } from './fake-trainer.ts';

export class JumpingClock implements Clock {
  #now: number;

  constructor(now = new Date('2026-11-21T08:00:00Z')) {
    this.#now = now.getTime();
  }

  now(): Date {
    return new Date(this.#now);
  }

  sleep(ms: number): Promise<void> {
    this.#now += ms;
    return Promise.resolve();
  }
}

export const randomIds: Ids = { uuid: () => randomUUID() };

/** Splits before pages that begin with `Rechnung`; with a workflow's own weights, before every page. */
export class FirstWordModel implements SplitModel {
  /** Version of the base model. */
  baseVersion = 'fake';
  readonly #blobs: BlobStore | undefined;

  /** @param blobs  the store of workflows' weights */
  constructor(blobs?: BlobStore) {
    this.#blobs = blobs;
  }

  async score(pages: readonly PageJson[], weights?: string): Promise<GapScores> {
    const own = weights === undefined ? undefined : await this.#blobs?.get(weights);
    const probabilities = pages
      .slice(1)
      .map((page) =>
        own !== undefined || (JSON.parse(page.toString()) as PageRecord).fulltext.startsWith('Rechnung') ? 0.95 : 0.01,
      );
    return own === undefined
      ? { probabilities, modelVersion: this.baseVersion }
      : { probabilities, modelVersion: versionOf(own), modelDigest: createHash('sha256').update(own).digest('hex') };
  }
}

export class RecordedEvents implements EventBus {
  readonly published: DomainEvent[] = [];

  publish(event: DomainEvent): Promise<void> {
    this.published.push(event);
    return Promise.resolve();
  }
}

export const noMail: Mailer = { send: () => Promise.resolve() };
