/**
 * The user directory of one machine: it has no users. Nobody signs in there with an address; a browser signs in by a link
 * that the machine's user makes, or with an API key (core/accounts/sessions.ts).
 */
import type { UserDirectory } from '../../core/ports.ts';

export class NoUserDirectory implements UserDirectory {
  add(): Promise<void> {
    return Promise.resolve();
  }

  remove(): Promise<void> {
    return Promise.resolve();
  }
}
