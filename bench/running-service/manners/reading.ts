/** HEAD, ranges, entity tags, content codings and file names of results. */
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { jsonOf, send, textOf } from './client.ts';
import type { Answer, Target } from './client.ts';
import type { Findings } from './findings.ts';

export const checkReading = async (target: Target, findings: Findings, id: string): Promise<void> => {
  const base = `/processing/results/${id}`;
  const texts = [`${base}/ocr`, `${base}/hocr`, '/openapi.json'];
  const files = [`${base}/split-pdfs/0`, `${base}/pdf`, `${base}/page-images/1`, `${base}/thumbnail`];
  for (const path of [base, ...texts, ...files]) await checkHead(target, findings, path, label(path, id));
  for (const path of files) await checkRanges(target, findings, path, label(path, id));
  for (const path of texts) await checkCodings(target, findings, path, label(path, id));
  await checkShortText(target, findings, `${base}/document-splitting`, label(`${base}/document-splitting`, id));
  for (const path of files) await checkNotCoded(target, findings, path, label(path, id));
  await checkFileNames(target, findings, base);
};

const label = (path: string, id: string): string => path.replace(`/processing/results/${id}`, '…');
const header = ({ headers }: Answer, name: string): string => textOf(headers[name] ?? '');

const checkHead = async (target: Target, findings: Findings, path: string, name: string): Promise<void> => {
  const get = await send(target, 'GET', path);
  const head = await send(target, 'HEAD', path);
  const lengths = `${header(head, 'content-length') || 'absent'}, GET ${get.body.length}`;
  findings.check(
    `HEAD ${name}`,
    '200 with the Content-Length of the GET',
    head,
    head.status === 200 && header(head, 'content-length') === String(get.body.length),
    `${head.status}, Content-Length ${lengths}`,
  );
};

const checkRanges = async (target: Target, findings: Findings, path: string, name: string): Promise<void> => {
  const whole = await send(target, 'GET', path);
  const total = whole.body.length;
  const etag = header(whole, 'etag');
  findings.check(
    `GET ${name}`,
    '200 with Accept-Ranges: bytes',
    whole,
    header(whole, 'accept-ranges') === 'bytes',
    `${whole.status}, Accept-Ranges ${header(whole, 'accept-ranges') || 'absent'}`,
  );
  const expectPart = async (what: string, headers: Record<string, string>, from: number, to: number): Promise<void> => {
    const part = await send(target, 'GET', path, { headers });
    const range = `bytes ${from}-${to}/${total}`;
    findings.check(
      `GET ${name}, ${what}`,
      `206, ${range}`,
      part,
      part.status === 206 &&
        header(part, 'content-range') === range &&
        part.body.equals(whole.body.subarray(from, to + 1)),
      `${part.status}, ${header(part, 'content-range') || 'no Content-Range'}, ${part.body.length} bytes`,
    );
  };
  await expectPart('bytes=10-19', { range: 'bytes=10-19' }, 10, 19);
  await expectPart('bytes=-5', { range: 'bytes=-5' }, total - 5, total - 1);
  await expectPart('bytes=20-, If-Range its ETag', { range: 'bytes=20-', 'if-range': etag }, 20, total - 1);
  const changed = await send(target, 'GET', path, { headers: { range: 'bytes=0-9', 'if-range': '"another"' } });
  findings.check(
    `GET ${name}, bytes=0-9, If-Range another ETag`,
    '200, all bytes',
    changed,
    changed.status === 200 && changed.body.equals(whole.body),
  );
  const past = await send(target, 'GET', path, { headers: { range: `bytes=${total}-` } });
  findings.check(
    `GET ${name}, a range past the end`,
    `416, bytes */${total}`,
    past,
    past.status === 416 && header(past, 'content-range') === `bytes */${total}`,
    `${past.status}, ${header(past, 'content-range') || 'no Content-Range'}`,
  );
};

const decoders = { gzip: gunzipSync, br: brotliDecompressSync };

const checkCodings = async (target: Target, findings: Findings, path: string, name: string): Promise<void> => {
  const plain = await send(target, 'GET', path, { headers: { 'accept-encoding': 'identity' } });
  findings.check(
    `GET ${name}, identity`,
    '200, not coded, Vary: Accept-Encoding',
    plain,
    varies(plain) && header(plain, 'content-encoding') === '',
    coded(plain),
  );
  for (const coding of ['gzip', 'br'] as const) {
    const answer = await send(target, 'GET', path, { headers: { 'accept-encoding': coding } });
    const isCoded = header(answer, 'content-encoding') === coding;
    const equal = isCoded && decoders[coding](answer.body).equals(plain.body);
    findings.check(
      `GET ${name}, ${coding}`,
      `200, ${coding}, an ETag of its own, Vary`,
      answer,
      equal && varies(answer) && header(answer, 'etag') !== header(plain, 'etag'),
      coded(answer),
    );
    const again = await send(target, 'GET', path, {
      headers: { 'accept-encoding': coding, 'if-none-match': header(answer, 'etag') },
    });
    findings.check(
      `GET ${name}, ${coding}, If-None-Match its ETag`,
      '304 with the same ETag and Vary',
      again,
      again.status === 304 && varies(again) && header(again, 'etag') === header(answer, 'etag'),
    );
  }
};

const varies = (answer: Answer): boolean => /\baccept-encoding\b/i.test(header(answer, 'vary'));
const coded = (answer: Answer): string =>
  `${answer.status}, ${header(answer, 'content-encoding') || 'not coded'}, Vary ${header(answer, 'vary') || 'absent'}`;

/** A text of less than 1 KB fits a packet anyway: it is coded only for clients that refuse it as it is. */
const checkShortText = async (target: Target, findings: Findings, path: string, name: string): Promise<void> => {
  for (const [accepted, coding] of [
    ['identity', ''],
    ['gzip', ''],
    ['br', ''],
    ['gzip, identity;q=0', 'gzip'],
    ['br, identity;q=0', 'br'],
  ] as const) {
    const answer = await send(target, 'GET', path, { headers: { 'accept-encoding': accepted } });
    findings.check(
      `GET ${name}, ${accepted}`,
      `200, ${coding === '' ? 'not coded' : coding}, Vary: Accept-Encoding`,
      answer,
      answer.status === 200 && varies(answer) && header(answer, 'content-encoding') === coding,
      coded(answer),
    );
  }
};

const checkNotCoded = async (target: Target, findings: Findings, path: string, name: string): Promise<void> => {
  const answer = await send(target, 'GET', path, { headers: { 'accept-encoding': 'gzip, br' } });
  findings.check(
    `GET ${name}, gzip, br`,
    '200, not coded',
    answer,
    answer.status === 200 && header(answer, 'content-encoding') === '',
    coded(answer),
  );
};

const checkFileNames = async (target: Target, findings: Findings, base: string): Promise<void> => {
  const splitting = jsonOf(await send(target, 'GET', `${base}/document-splitting`));
  // The answer's schema is checked by bench:contract.
  const documents = splitting['sub_documents'] as readonly { readonly name: string }[];
  for (const [index, { name }] of documents.entries()) {
    const answer = await send(target, 'GET', `${base}/split-pdfs/${index}`);
    const disposition = header(answer, 'content-disposition');
    findings.check(
      `GET …/split-pdfs/${index}`,
      `inline; filename*: ${name}.pdf`,
      answer,
      disposition.startsWith('inline') && decodedName(disposition) === `${name}.pdf`,
      disposition || 'no Content-Disposition',
    );
  }
  for (const [path, end] of [
    ['pdf', '.pdf'],
    ['page-images/1', '.jpg'],
    ['thumbnail', '.jpg'],
  ] as const) {
    const answer = await send(target, 'GET', `${base}/${path}`);
    const disposition = header(answer, 'content-disposition');
    findings.check(
      `GET …/${path}`,
      `inline; filename ending in ${end}`,
      answer,
      disposition.startsWith('inline') && new RegExp(`\\${end}"?(;|$)`).test(disposition),
      disposition || 'no Content-Disposition',
    );
  }
};

/** The name in `filename*` (RFC 8187). */
const decodedName = (disposition: string): string =>
  decodeURIComponent(/filename\*=UTF-8''([^;\s]+)/i.exec(disposition)?.[1] ?? '');
