import { config } from '../app/config.ts';

/** The parts of the account's page, in the order of their tabs; `?section=` names the one that is shown. */
const SECTIONS = ['plan', 'sign-in', 'settings', 'keys', 'people', 'webhooks', 'share-links', 'data'] as const;
export type AccountSection = (typeof SECTIONS)[number];

/** On one machine nobody has a password. */
export const ACCOUNT_SECTIONS: readonly AccountSection[] = SECTIONS.filter(
  (section) => section !== 'sign-in' || config.sign_in === 'oidc',
);

interface AccountSearch {
  /** Absent: the first one. */
  readonly section?: AccountSection;
}

/** What is not a section is left out. */
export const accountSearch = (search: Readonly<Record<string, unknown>>): AccountSearch => {
  const section = ACCOUNT_SECTIONS.find((one) => one === search['section']);
  return section === undefined ? {} : { section };
};
