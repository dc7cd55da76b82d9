import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { DocumentTooLargeError, ValidationError } from '../../../core/errors.ts';
import { readMultipart } from '../../../lambdas/api/middleware/request/read-multipart.ts';
import { multipartBody, MULTIPART, uploadBody } from '../../service/harness/multipart-body.ts';

const TYPE = MULTIPART['Content-Type'];
const LIMIT = 10_000;
const OPTIONS = { maxFileBytes: LIMIT, files: { file: 'one' } } as const;

/** The form as the standard of the web has it. */
const sentBy = async (form: FormData): Promise<{ readonly body: Uint8Array; readonly type: string }> => {
  const sent = new Response(form);
  return { body: await sent.bytes(), type: sent.headers.get('content-type') ?? '' };
};

describe('readMultipart', () => {
  it('returns arbitrary bytes and text unchanged', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.uint8Array({ maxLength: 3000 }),
        fc.string({ unit: 'binary', maxLength: 200 }),
        async (bytes, text) => {
          const form = await readMultipart(
            multipartBody([
              { name: 'file', value: bytes, disposition: 'filename="a"' },
              { name: 'parameters', value: text },
            ]),
            TYPE,
            OPTIONS,
          );
          expect(form['file']).toMatchObject({ name: 'a' });
          expect(Buffer.compare((form['file'] as { bytes: Uint8Array }).bytes, bytes)).toBe(0);
          expect(form['parameters']).toBe(text);
        },
      ),
    );
  });

  it('returns a form or throws a TearlineError for any damaged body', async () => {
    const whole = uploadBody(Buffer.from('%PDF-1.7'), { mode: 'none' });
    const damage = fc.array(fc.tuple(fc.nat(whole.length - 1), fc.integer({ min: 0, max: 255 })), { maxLength: 6 });
    await fc.assert(
      fc.asyncProperty(damage, fc.nat(whole.length), async (changes, end) => {
        const body = Uint8Array.from(whole);
        for (const [at, byte] of changes) body[at] = byte;
        const outcome = await readMultipart(end % 3 === 0 ? body.subarray(0, end) : body, TYPE, OPTIONS).catch(
          (error: unknown) => error,
        );
        expect(outcome instanceof Error ? outcome instanceof ValidationError : typeof outcome === 'object').toBe(true);
      }),
      { numRuns: 1000 },
    );
  });

  it.each([
    'multipart/form-data',
    'multipart/form-data; boundary=',
    'multipart/form-data; boundary="',
    `multipart/form-data; boundary=${'x'.repeat(5000)}`,
  ])('rejects a body of the type %.60j', async (type) => {
    await expect(readMultipart(uploadBody(Buffer.from('a')), type, OPTIONS)).rejects.toThrow(ValidationError);
  });

  it.each(['The "large" one.pdf', 'two\r\nlines.pdf', '100 % sure.pdf', 'Rechnung Müller.pdf', 'a%2Fb.pdf'])(
    'reads the name %j as a browser writes it',
    async (name) => {
      const form = new FormData();
      form.append('file', new File(['a'], name));
      const { body, type } = await sentBy(form);
      expect(await readMultipart(body, type, OPTIONS)).toMatchObject({ file: { name } });
    },
  );

  it('rejects a file that is one byte too large, but not one at the limit', async () => {
    await expect(readMultipart(uploadBody(Buffer.alloc(LIMIT + 1)), TYPE, OPTIONS)).rejects.toThrow(
      DocumentTooLargeError,
    );
    expect(await readMultipart(uploadBody(Buffer.alloc(LIMIT)), TYPE, OPTIONS)).toHaveProperty('file');
  });
});
