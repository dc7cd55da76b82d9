/** The two models that the address of their comparison names. */
export interface CompareSearch {
  readonly base?: string;
  readonly candidate?: string;
}

const VERSION = /^(?:base|workflow-[0-9a-f]{12})$/;

const versionOf = (value: unknown): string | undefined =>
  typeof value === 'string' && VERSION.test(value) ? value : undefined;

export const compareSearch = (search: Readonly<Record<string, unknown>>): CompareSearch => {
  const [base, candidate] = [versionOf(search['base']), versionOf(search['candidate'])];
  return { ...(base === undefined ? {} : { base }), ...(candidate === undefined ? {} : { candidate }) };
};
