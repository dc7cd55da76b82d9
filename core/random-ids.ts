import { randomUUID } from 'node:crypto';
import type { Ids } from './ports.ts';

/** Random UUIDs of Node's cryptographic generator. */
export class RandomIds implements Ids {
  uuid(): string {
    return randomUUID();
  }
}
