/** What the form of the settings holds, and what of it is sent. */
import type { Account } from '../../api/account/account.ts';
import type { Schema } from '../../api/client/client.ts';

export interface SettingsForm {
  readonly name: string;
  /** Empty: none. */
  readonly email: string;
  /** Null: the host decides; '': nothing has been typed yet. */
  readonly days: number | '' | null;
}

export const formOf = ({ name, email, retain_days: days }: Account): SettingsForm => ({
  name,
  email: email ?? '',
  days,
});

/** What differs from the account: what somebody else changes meanwhile stays as it is. */
export const changesOf = (account: Account, { name, email, days }: SettingsForm): Schema<'AccountChanges'> => {
  const address = email.trim() === '' ? null : email.trim();
  return {
    ...(name === account.name ? {} : { name }),
    ...(address === account.email ? {} : { email: address }),
    ...(days === '' || days === account.retain_days ? {} : { retain_days: days }),
  };
};

const FIELDS = ['name', 'email', 'days'] as const satisfies readonly (keyof SettingsForm)[];

/** What was typed after the form was sent. */
export const typedSince = (typed: Partial<SettingsForm>, sent: SettingsForm): Partial<SettingsForm> => {
  const later = FIELDS.filter((field) => field in typed && typed[field] !== sent[field]);
  return Object.fromEntries(later.map((field) => [field, typed[field]]));
};
