import { randomUUID } from 'node:crypto';
import type { Ids } from './ports.ts';

/** UUIDs from the operating system's random source. */
export class RandomIds implements Ids {
  uuid(): string {
    return randomUUID();
  }
}
