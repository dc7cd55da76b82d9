import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { billOf, licenceOf } from '../../../bin/sbom/bill-of-materials.ts';
import { isAccepted } from '../../../bin/sbom/licences.ts';

const CONTAINER = join(import.meta.dirname, '../../../model-container');

describe('A bill of materials', () => {
  it(
    "of the model's image lists its packages with hashes and licences, and its base image, always with the same bytes",
    { tags: 'slow' },
    async () => {
      const bill = await billOf(CONTAINER, 'tearline-model-container');
      const zod = bill.components.find(({ name }) => name === 'zod');
      expect(zod).toMatchObject({ type: 'library', hashes: [{ alg: 'SHA-512' }] });
      expect(zod === undefined ? '' : licenceOf(zod)).toBe('MIT');
      expect(bill.components.filter(({ type }) => type === 'container')).toMatchObject([
        { name: 'public.ecr.aws/docker/library/node' },
      ]);
      expect(JSON.stringify(await billOf(CONTAINER, 'tearline-model-container'))).toBe(JSON.stringify(bill));
      expect(JSON.stringify(bill)).not.toContain('timestamp');
    },
  );
});

describe('A licence', () => {
  it.each(['MIT', '(MIT OR GPL-3.0-or-later)', 'Apache-2.0 AND LGPL-3.0-or-later', 'MIT or MPL-2.0'])(
    'is accepted: %s',
    (licence) => {
      expect(isAccepted(licence)).toBe(true);
    },
  );

  it.each(['', 'GPL-3.0-only', 'AGPL-3.0', 'MIT AND GPL-3.0-only', 'SEE LICENSE IN LICENSE', 'UNLICENSED'])(
    'is not accepted: %s',
    (licence) => {
      expect(isAccepted(licence)).toBe(false);
    },
  );
});
