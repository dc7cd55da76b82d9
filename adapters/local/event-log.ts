/** The local event bus: a file to which each event is appended as one line of JSON. */
import { open } from 'node:fs/promises';
import type { FileHandle } from 'node:fs/promises';
import { TemporarilyUnavailableError } from '../../core/errors.ts';
import type { DomainEvent, EventBus } from '../../core/ports.ts';

const NEWLINE = 0x0a;

/** Ends a line that a crash truncated, so that the next event begins a new line. */
const endLastLine = async (file: FileHandle): Promise<void> => {
  const { size } = await file.stat();
  if (size === 0) return;
  const { buffer } = await file.read(Buffer.alloc(1), 0, 1, size - 1);
  if (buffer[0] !== NEWLINE) await file.appendFile('\n');
};

export class EventLog implements EventBus {
  readonly #path: string;
  /** The last append; appends run one after the other. */
  #last: Promise<void> = Promise.resolve();

  constructor(path: string) {
    this.#path = path;
  }

  /** Resolves once the event has been flushed to the disk. */
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
