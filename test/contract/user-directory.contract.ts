/**
 * Contract of UserDirectory, for hosts on which people sign in with their address. The directory of one machine
 * (adapters/local/no-user-directory.ts) has no users.
 */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { UserRefusedError } from '../../core/errors.ts';
import type { UserDirectory } from '../../core/ports.ts';

export interface UserDirectoryUnderTest {
  readonly directory: UserDirectory;
  /** The addresses of the users whose address counts as verified. */
  users(): Promise<readonly string[]>;
  close(): Promise<void>;
}

const REFUSED = 'no-address';

export const describeUserDirectoryContract = (
  name: string,
  makeDirectory: () => Promise<UserDirectoryUnderTest>,
): void => {
  describe(`UserDirectory contract: ${name}`, () => {
    let made: UserDirectoryUnderTest;
    beforeEach(async () => {
      made = await makeDirectory();
    });
    afterEach(async () => {
      await made.close();
    });

    it('adds a user with a verified address, once', async () => {
      for (let call = 0; call < 2; call += 1) await made.directory.add('ann@example.com');
      await made.directory.add('bob@example.com');
      expect([...(await made.users())].sort()).toEqual(['ann@example.com', 'bob@example.com']);
    });

    it('removes a user, and does nothing where the address has none', async () => {
      await made.directory.add('ann@example.com');
      await made.directory.add('bob@example.com');
      for (let call = 0; call < 2; call += 1) await made.directory.remove('ann@example.com');
      expect(await made.users()).toEqual(['bob@example.com']);
      await made.directory.add('ann@example.com');
      expect(await made.users()).toHaveLength(2);
    });

    it('refuses an address that cannot be that of a user, and has nothing to remove there', async () => {
      await expect(made.directory.add(REFUSED)).rejects.toThrow(UserRefusedError);
      await made.directory.remove(REFUSED);
      expect(await made.users()).toEqual([]);
    });
  });
};
