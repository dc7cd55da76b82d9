/**
 * What a request's value must be, in one sentence without its subject: "body.parameters.threshold: must be a number from
 * 0 to 1". The sentences of a schema come first, then requestSentence, so that no message of zod reaches a caller.
 */
import { z } from 'zod';

const EXAMPLE_UUID = '3b241101-e2bb-4255-8caf-4136c566a962';

const TYPES: Readonly<Record<string, string>> = {
  string: 'must be text',
  number: 'must be a number',
  int: 'must be a whole number',
  boolean: 'must be true or false',
  array: 'must be a list',
  tuple: 'must be a list',
  object: 'must be a JSON object',
  record: 'must be a JSON object',
};
const FORMATS: Readonly<Record<string, string>> = {
  guid: `must be a UUID, such as ${EXAMPLE_UUID}`,
  uuid: `must be a UUID, such as ${EXAMPLE_UUID}`,
  email: 'must be an e-mail address',
  url: 'must be a URL',
  datetime: 'must be a time with its offset, such as 2026-11-24T08:00:00Z',
};
const ANYTHING_ELSE = 'must be as GET /openapi.json describes it';

/** Error map of zod for requests: the sentence of an issue whose schema has none of its own. */
export const requestSentence: z.core.$ZodErrorMap = (issue) => {
  switch (issue.code) {
    case 'invalid_type':
      return TYPES[issue.expected] ?? ANYTHING_ELSE;
    case 'invalid_value':
      return `must be ${issue.values.length === 1 ? '' : 'one of '}${issue.values.join(', ')}`;
    case 'invalid_format':
      return FORMATS[issue.format] ?? ANYTHING_ELSE;
    case 'too_small':
      return atLeast(issue.origin, issue.minimum);
    case 'too_big':
      return atMost(issue.origin, issue.maximum);
    case 'unrecognized_keys':
      return 'is not known here';
    case 'custom':
    case 'invalid_element':
    case 'invalid_key':
    case 'invalid_union':
    case 'not_multiple_of':
      return ANYTHING_ELSE;
  }
};

const atLeast = (origin: string, minimum: number | bigint): string => {
  if (origin === 'string') return minimum === 1 ? 'must not be empty' : `must have at least ${minimum} characters`;
  if (origin === 'array') return minimum === 1 ? 'must not be empty' : `must have at least ${minimum} entries`;
  return `must be ${minimum} or more`;
};

const atMost = (origin: string, maximum: number | bigint): string => {
  if (origin === 'string') return `must have at most ${maximum} characters`;
  if (origin === 'array') return `must have at most ${maximum} entries`;
  return `must be ${maximum} or less`;
};

/** `must be a whole number from 1 to 100`. @param what  such as "a whole number" */
export const rangeSentence = (what: string, minimum: number, maximum?: number): string =>
  maximum === undefined ? `must be ${what}, ${minimum} or more` : `must be ${what} from ${minimum} to ${maximum}`;

/** A whole number; the sentence for a wrong value says which are taken. @param what  such as "a page number" */
export const wholeNumber = (minimum: number, maximum?: number, what = 'a whole number'): z.ZodInt => {
  const sentence = rangeSentence(what, minimum, maximum);
  // Larger numbers of JSON are not exact.
  const ofLarger = rangeSentence(what, minimum, maximum ?? Number.MAX_SAFE_INTEGER);
  const atLeastMinimum = z
    .int({ error: ({ code }) => (code === 'too_big' ? ofLarger : sentence) })
    .min(minimum, sentence);
  return maximum === undefined ? atLeastMinimum : atLeastMinimum.max(maximum, sentence);
};

/** A time of any offset whose year has four digits in UTC too: rows have times in UTC, which compare as texts. */
export const timeWithOffset = (): z.ZodISODateTime =>
  z.iso.datetime({ offset: true, abort: true }).refine((time) => {
    const year = new Date(time).getUTCFullYear();
    return year >= 0 && year <= 9999;
  }, 'must be of the years 0 to 9999 in UTC');

/** Text without characters that UTF-8 cannot represent. */
export const wellFormedText = (): z.ZodString =>
  z.string().refine((text) => text.isWellFormed(), 'must be well-formed Unicode');
