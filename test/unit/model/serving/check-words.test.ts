import fc from 'fast-check';
import { expect, it } from 'vitest';
import { wordSchema } from '../../../../core/documents/page-record.ts';
import { areWords } from '../../../../model-container/serving/check-words.ts';

const word = { x1: 1, y1: 2, x2: 3, y2: 4, text: 'a', entropy: 0.5, line: 0, block: 0 };

it('Words are accepted and refused as by their schema', () => {
  const value = fc.oneof(
    fc.integer(),
    fc.double(),
    fc.string(),
    fc.constantFrom<unknown>(
      null,
      undefined,
      true,
      'printed',
      'handwritten',
      -1,
      0,
      1.5,
      2 ** 60,
      Number.NaN,
      Infinity,
      {},
      [],
    ),
  );
  const member = fc.constantFrom(...Object.keys(word), 'kind', 'another');
  fc.assert(
    fc.property(fc.array(fc.tuple(member, value), { maxLength: 2 }), fc.option(member), (changes, removed) => {
      // Through JSON, as in a request: members that are undefined are left out.
      const changed = {
        ...word,
        ...Object.fromEntries(changes),
        ...(removed === null ? {} : { [removed]: undefined }),
      };
      const sent: unknown = JSON.parse(JSON.stringify([changed]));
      expect(areWords(sent)).toBe(wordSchema.array().safeParse(sent).success);
    }),
    { numRuns: 500 },
  );
});

it.each([[null], [{}], ['words'], [[null]], [[[]]], [['word']]])('%j is not an array of words', (value) => {
  expect(areWords(value)).toBe(false);
});
