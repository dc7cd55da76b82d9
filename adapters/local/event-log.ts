/** Events on one machine: a file to which each event is appended as one line of JSON. */
import { open } from 'node:fs/promises';
import type { FileHandle } from 'node:fs/promises';
import { TemporarilyUnavailableError } from '../../core/errors.ts';
import type { DomainEvent, EventBus } from '../../core/ports.ts';

const NEWLINE = 0x0a;

/** A line that a crash cut off is ended, so that it spoils no later event. */
const endLastLine = async (file: FileHandle): Promise<void> => {
  const { size } = await file.stat();
  if (size === 0) return;
  const { buffer } = await file.read(Buffer.alloc(1), 0, 1, size - 1);
  if (buffer[0] !== NEWLINE) await file.appendFile('\n');
};

export class EventLog implements EventBus {
  readonly #path: string;
  /** The append before this one: lines are written one after the other. */
  #last: Promise<void> = Promise.resolve();

  constructor(path: string) {
    this.#path = path;
  }

  /** Returns once the event is on the disk. */
  async publish(event: DomainEvent): Promise<void> {
    const append = this.#last.then(() => this.#append(`${JSON.stringify(event)}\n`));
    this.#last = append.catch(() => undefined);
    try {
      await append;
    } catch (error) {
      throw new TemporarilyUnavailableError('The event could not be written to the event log.', { cause: error });
    }
  }

  async #append(line: string): Promise<void> {
    const file = await open(this.#path, 'a+', 0o600);
    try {
      await endLastLine(file);
      await file.appendFile(line);
      await file.datasync();
    } finally {
      await file.close();
    }
  }
}
