/** The rest of the ports: a clock that only moves when somebody sleeps, a model that reads the first word, no mail, no events. */
import { randomUUID } from 'node:crypto';
import type { BlobStore, Clock, DomainEvent, EventBus, GapScores, Ids, Mailer, SplitModel } from '../../core/ports.ts';
import type { PageJson, PageRecord } from '../../core/documents/page-record.ts';
import { versionOf } from './fake-trainer.ts';

export class JumpingClock implements Clock {
  #now = Date.parse('2026-11-21T08:00:00Z');

  now(): Date {
    return new Date(this.#now);
  }

  sleep(ms: number): Promise<void> {
    this.#now += ms;
    return Promise.resolve();
  }
}

export const randomIds: Ids = { uuid: () => randomUUID() };

/** A page that begins with `Rechnung` begins a document; with a workflow's own weights every page does. */
export class FirstWordModel implements SplitModel {
  readonly #blobs: BlobStore | undefined;

  /** @param blobs  hold the weights of workflows */
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
    return { probabilities, modelVersion: own === undefined ? 'fake' : versionOf(own) };
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
