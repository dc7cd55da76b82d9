import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { DocumentTooLargeError, ValidationError } from '../../../../core/errors.ts';
import { readMultipart } from '../../../../lambdas/api/middleware/request/read-multipart.ts';
import { BOUNDARY, multipartBody, MULTIPART, uploadBody } from '../../../service/harness/multipart-body.ts';

const TYPE = MULTIPART['Content-Type'];
const LIMIT = 10_000;
const OPTIONS = { maxFileBytes: LIMIT, files: { file: 'one' } } as const;

/** The form as the standard of the web has it. */
const sentBy = async (form: FormData): Promise<{ readonly body: Uint8Array; readonly type: string }> => {
  const sent = new Response(form);
  return { body: await sent.bytes(), type: sent.headers.get('content-type') ?? '' };
};

describe('readMultipart', () => {
  it('returns arbitrary bytes and text unchanged', { tags: 'slow' }, async () => {
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

  it.each([
    ['w5xiZXJzaWNodCDms6jmlocucGRm', 'Übersicht 注文.pdf'],
    ['w5xiZXJzaWNodD8/w78ucGRm', 'Übersicht??ÿ.pdf'],
    ['Qzpcc2NhbnNcw5xiZXJzaWNodC5wZGY=', 'Übersicht.pdf'],
  ])('reads the name =?utf-8?B?%s?= as .NET writes it', async (base64, name) => {
    const encoded = `filename="=?utf-8?B?${base64}?="`;
    for (const disposition of [encoded, `${encoded}; filename*=utf-8''${encodeURIComponent(name)}`]) {
      const body = multipartBody([{ name: 'file', value: 'a', disposition }]);
      expect(await readMultipart(body, TYPE, OPTIONS)).toMatchObject({ file: { name } });
    }
  });

  it.each(['.', '..', 'scans/..', 'C:\\\\scans\\\\', ''])(
    'names a file that was sent as %j by itself',
    async (name) => {
      const body = multipartBody([{ name: 'file', value: 'a', disposition: `filename="${name}"` }]);
      expect(await readMultipart(body, TYPE, OPTIONS)).toMatchObject({ file: { name: 'document' } });
    },
  );

  it('rejects a file that is one byte too large, but not one at the limit', async () => {
    await expect(readMultipart(uploadBody(Buffer.alloc(LIMIT + 1)), TYPE, OPTIONS)).rejects.toThrow(
      DocumentTooLargeError,
    );
    expect(await readMultipart(uploadBody(Buffer.alloc(LIMIT)), TYPE, OPTIONS)).toHaveProperty('file');
  });

  const DISPOSITION = 'Content-Disposition: form-data; name="parameters"';
  const UNREADABLE: [string, string][] = [
    ['without a header', `\r\n`],
    ['without a Content-Disposition', `\r\nContent-Type: text/plain\r\n`],
    ['of another Content-Disposition', `\r\nContent-Disposition: attachment; name="parameters"\r\n`],
    ['with a line break in its name', `\r\nContent-Disposition: form-data; name="para\nmeters"\r\n`],
    ['with a line break in its file name', `\r\n${DISPOSITION}; filename="a\nb"\r\n`],
    ['with a space after its boundary', ` \r\n${DISPOSITION}\r\n`],
    ['with more than the boundary on its first line', `-more\r\n${DISPOSITION}\r\n`],
    ['with headers of more than 16 KB', `\r\nX-Long: ${'x'.repeat(17_000)}\r\n${DISPOSITION}\r\n`],
  ];

  // busboy stops at a part that it skips where it has more than 64 KB.
  it.each(UNREADABLE.flatMap(([what, headers]) => [10, 200_000].map((size) => [what, size, headers] as const)))(
    'throws for a part %s, with %i bytes',
    async (_, size, headers) => {
      const part = Buffer.from(`--${BOUNDARY}${headers}\r\n${'x'.repeat(size)}\r\n`);
      const body = Buffer.concat([part, uploadBody(Buffer.from('%PDF-1.7'))]);
      await expect(readMultipart(body, TYPE, OPTIONS)).rejects.toThrow('body: has a part that cannot be read');
    },
  );

  it('throws for a file name of more than 255 characters without its folders', async () => {
    const named = (name: string) =>
      readMultipart(multipartBody([{ name: 'file', value: 'x', disposition: `filename="${name}"` }]), TYPE, OPTIONS);
    const longest = 'a'.repeat(255);
    expect((await named(`mail/${longest}`))['file']).toMatchObject({ name: longest });
    await expect(named(`${longest}a`)).rejects.toMatchObject({ issues: [{ loc: ['body', 'file'], type: 'too_big' }] });
  });

  it('throws for a part without a blank line after its headers', async () => {
    const part = Buffer.from(`--${BOUNDARY}\r\n${DISPOSITION}\r\n`);
    const body = Buffer.concat([part, uploadBody(Buffer.from('%PDF-1.7'))]);
    await expect(readMultipart(body, TYPE, OPTIONS)).rejects.toThrow(ValidationError);
  });

  it('throws for a file with a line that begins with the boundary, instead of cutting it off', async () => {
    const body = uploadBody(Buffer.from(`%PDF-1.7\r\n--${BOUNDARY}-more\r\n%%EOF`));
    await expect(readMultipart(body, TYPE, OPTIONS)).rejects.toThrow(ValidationError);
  });

  it.each([10, 200_000])('throws for more than 40 parts, of %i bytes each', async (size) => {
    const parts = Array.from({ length: 43 }, (_, index) => ({ name: `part-${index}`, value: 'x'.repeat(size) }));
    await expect(readMultipart(multipartBody(parts), TYPE, OPTIONS)).rejects.toMatchObject({
      issues: [{ loc: ['body'], msg: 'has more than 40 parts', type: 'too_big' }],
    });
  });

  it.each([
    ['a preamble', 'Hello\r\n', ''],
    ['an epilogue', '', 'x'.repeat(200_000)],
    ['an epilogue that looks like a part', '', `\r\n--${BOUNDARY}\r\n\r\n`],
  ])('ignores %s', async (_, before, after) => {
    const body = Buffer.concat([Buffer.from(before), uploadBody(Buffer.from('%PDF-1.7')), Buffer.from(after)]);
    expect(Object.keys(await readMultipart(body, TYPE, OPTIONS))).toEqual(['file']);
  });

  it.each([
    `multipart/form-data; boundary="${BOUNDARY}"`,
    `Multipart/Form-Data; charset=utf-8; BOUNDARY=${BOUNDARY}`,
    `multipart/form-data ;boundary=${BOUNDARY};`,
  ])('reads a body of the type %s', async (type) => {
    expect(await readMultipart(uploadBody(Buffer.from('a')), type, OPTIONS)).toHaveProperty('file');
  });
});
