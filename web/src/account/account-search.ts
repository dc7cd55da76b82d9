/** The parts of the account's page, in the order of their tabs; `?section=` names the one that is shown. */
export const ACCOUNT_SECTIONS = ['plan', 'settings', 'keys', 'people', 'webhooks', 'share-links', 'data'] as const;
export type AccountSection = (typeof ACCOUNT_SECTIONS)[number];

interface AccountSearch {
  /** Absent: the first one. */
  readonly section?: AccountSection;
}

/** What is not a section is left out. */
export const accountSearch = (search: Readonly<Record<string, unknown>>): AccountSearch => {
  const section = ACCOUNT_SECTIONS.find((one) => one === search['section']);
  return section === undefined ? {} : { section };
};
