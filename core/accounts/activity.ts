/**
 * What an account's requests write beside their work: when a key was last used, and the counters of the rates. The rows
 * have a partition of their own, so that a function that may write them can change no key and no right.
 */
import type { Key } from '../ports.ts';

export const activityPartition = (accountId: string): string => `ACCOUNT#${accountId}#ACTIVITY`;

export const activityKey = (accountId: string, sk: string): Key => ({ pk: activityPartition(accountId), sk });
