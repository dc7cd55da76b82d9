/** What the rounds of a killed workflow share: one data folder, one account, its workflow, and a receiver of webhooks. */
import { readFile } from 'node:fs/promises';
import { DatabaseSync } from 'node:sqlite';
import { join } from 'node:path';
import { z } from 'zod';
import { ApiClient, until } from '../../running-service/client/api-client.ts';
import { startService } from '../../running-service/running-service.ts';
import type { RunningService } from '../../running-service/running-service.ts';
import { startReceiver } from '../../running-service/webhook-receiver.ts';
import type { WebhookReceiver } from '../../running-service/webhook-receiver.ts';

const rowSchema = z.object({ item: z.string() });
const eventSchema = z.object({
  id: z.string(),
  type: z.string(),
  data: z.object({ processing_id: z.string().optional() }),
});

/** Milliseconds for which a state is waited for. */
const LIMIT_MS = 600_000;

export class KillWorld {
  readonly dataFolder: string;
  readonly receiver: WebhookReceiver;
  workflowId = '';
  #service: RunningService;

  private constructor(dataFolder: string, receiver: WebhookReceiver, service: RunningService) {
    this.dataFolder = dataFolder;
    this.receiver = receiver;
    this.#service = service;
  }

  static async open(dataFolder: string): Promise<KillWorld> {
    const receiver = await startReceiver();
    const service = await startService({ dataFolder, warmUp: false, arguments: ['--webhook-host', receiver.host] });
    return new KillWorld(dataFolder, receiver, service);
  }

  async kill(): Promise<void> {
    await this.#service.kill();
  }

  async startAgain(): Promise<void> {
    this.#service = await startService({
      dataFolder: this.dataFolder,
      warmUp: false,
      arguments: ['--webhook-host', this.receiver.host],
    });
  }

  async close(): Promise<void> {
    await this.#service.stop();
    await this.receiver.close();
  }

  log(): string {
    return this.#service.log();
  }

  /** @throws NoAnswerError, and Error for an answer of 400 or more */
  send<Body>(method: string, path: string, body?: object, idempotencyKey?: string): Promise<Body> {
    return new ApiClient(this.#service).send<Body>(method, path, body, idempotencyKey);
  }

  get<Body>(path: string): Promise<Body> {
    return this.send<Body>('GET', path);
  }

  own(path: string): string {
    return `/workflows/${this.workflowId}${path}`;
  }

  /** Polls until the value is so. @throws Error at the limit */
  until<Value>(read: () => Value | Promise<Value>, isSo: (value: Value) => boolean): Promise<Value> {
    return until(read, isSo, LIMIT_MS);
  }

  /** The rows of a partition and sort key pattern, while the service runs. */
  rows(partitions: string, sortKeys = '%'): Record<string, unknown>[] {
    const database = new DatabaseSync(join(this.dataFolder, 'table.sqlite'), { readOnly: true });
    try {
      return database
        .prepare('SELECT item FROM items WHERE pk LIKE ? AND sk LIKE ?')
        .all(partitions, sortKeys)
        .map((row) => JSON.parse(rowSchema.parse(row).item) as Record<string, unknown>);
    } finally {
      database.close();
    }
  }

  /** `type id` of each event of a training or a result, once; a line that a kill truncated is left out. */
  async eventsOf(id: string): Promise<readonly string[]> {
    const lines = (await readFile(join(this.dataFolder, 'events.jsonl'), 'utf8')).split('\n');
    const events = lines.flatMap((line) => (line.endsWith('}') ? [eventSchema.parse(JSON.parse(line))] : []));
    const own = events.filter((event) => event.id === id || event.data.processing_id === id);
    return [...new Set(own.map((event) => `${event.type} ${event.id}`))];
  }
}
