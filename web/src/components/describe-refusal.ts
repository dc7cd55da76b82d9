import i18next from 'i18next';
import type { RefusedPart } from '../api/client/problem.ts';

const NS = 'app';

/** The names of the place, the innermost first: a list's element is known by the name of its list. */
const namesOf = (loc: RefusedPart['loc']): readonly string[] =>
  loc.filter((step) => typeof step === 'string').reverse();

/** What is wrong with a part of a request: the reader's sentence for its name and kind, else for its kind, else the API's. */
export const describeRefusal = ({ loc, msg, type }: RefusedPart): string =>
  i18next.t(
    [...namesOf(loc), 'any'].map((name) => `refused.${name}.${type}`),
    { ns: NS, defaultValue: msg },
  );

/** What the reader calls the part, else its place in the request. */
export const nameOfPart = ({ loc }: RefusedPart): string =>
  i18next.t(
    namesOf(loc).map((name) => `part.${name}`),
    { ns: NS, defaultValue: loc.slice(1).join('.') },
  );
