/** A user directory in memory, with hooks at the points where another request may run. */
import type { UserDirectory } from '../../core/ports.ts';

export class FakeUserDirectory implements UserDirectory {
  /** Addresses of the users, in lower case. */
  readonly users = new Set<string>();
  /** Addresses that got an invitation, in order. */
  readonly invited: string[] = [];
  /** Thrown by every call while it is set. */
  failure: Error | undefined;
  /** Runs once, after the next user was added or found. */
  afterAdd: (() => Promise<void>) | undefined;
  /** Runs once, before the next user is removed. */
  beforeRemove: (() => Promise<void>) | undefined;

  async add(email: string): Promise<void> {
    if (this.failure !== undefined) throw this.failure;
    const user = email.toLowerCase();
    if (!this.users.has(user)) this.invited.push(user);
    this.users.add(user);
    const { afterAdd } = this;
    this.afterAdd = undefined;
    await afterAdd?.();
  }

  async remove(email: string): Promise<void> {
    if (this.failure !== undefined) throw this.failure;
    const { beforeRemove } = this;
    this.beforeRemove = undefined;
    await beforeRemove?.();
    this.users.delete(email.toLowerCase());
  }
}
