/** Requests that HTTP itself lets a server refuse, and an empty optional part. */
import { jsonOf, multipart, send, sendRaw, textOf } from './client.ts';
import type { Answer, Target } from './client.ts';
import { describe } from './findings.ts';
import type { Findings } from './findings.ts';
import { PROCESS_PATH } from './sample-result.ts';

const isProblem = (answer: Answer): boolean => answer.headers['content-type'] === 'application/problem+json';
const detailOf = (answer: Answer): string => textOf(jsonOf(answer)['detail']);

export const checkRefusals = async (
  target: Target,
  findings: Findings,
  id: string,
  file: Uint8Array,
): Promise<void> => {
  await unacceptable(target, findings, id, file);
  await acceptable(target, findings, id);
  await outsideTheApi(target, findings, id);
  await coding(target, findings, file);
  await emptyParameters(target, findings, file);
};

const unacceptable = async (target: Target, findings: Findings, id: string, file: Uint8Array): Promise<void> => {
  const base = `/processing/results/${id}`;
  for (const [path, accept, type] of [
    [`${base}/ocr`, 'application/xml', 'application/json'],
    [`${base}/ocr`, 'application/json;q=0', 'application/json'],
    [`${base}/hocr`, 'application/json', 'text/html'],
    [`${base}/pdf`, 'image/png', 'application/pdf'],
    [`${base}/page-images/1`, 'application/pdf', 'image/jpeg'],
    ['/openapi.json', 'text/html', 'application/json'],
  ] as const) {
    const answer = await send(target, 'GET', path, { headers: { accept } });
    findings.check(
      `GET ${path.replace(base, '…')}, Accept: ${accept}`,
      `406, its detail lists ${type}`,
      answer,
      answer.status === 406 && isProblem(answer) && detailOf(answer).includes(type),
      `${describe(answer)} ${answer.status === 406 ? detailOf(answer) : ''}`,
    );
  }
  const { headers, body } = await multipart({ file: { name: 'a.pdf', bytes: file } });
  const posted = await send(target, 'POST', PROCESS_PATH, { headers: { ...headers, accept: 'text/csv' }, body });
  findings.check(
    'POST of a document, Accept: text/csv',
    '406, its detail lists application/json',
    posted,
    posted.status === 406 && detailOf(posted).includes('application/json'),
  );
};

const acceptable = async (target: Target, findings: Findings, id: string): Promise<void> => {
  const base = `/processing/results/${id}`;
  for (const [path, accept] of [
    [`${base}/ocr`, 'application/xml, */*;q=0.1'],
    [`${base}/hocr`, 'text/*'],
    [`${base}/page-images/1`, 'image/avif,image/webp,image/*,*/*;q=0.8'],
    [`${base}/ocr`, 'not a media type'],
  ] as const) {
    const answer = await send(target, 'GET', path, { headers: { accept } });
    findings.check(`GET ${path.replace(base, '…')}, Accept: ${accept}`, '200', answer, answer.status === 200);
  }
};

const outsideTheApi = async (target: Target, findings: Findings, id: string): Promise<void> => {
  const big = await send(target, 'GET', '/health', { headers: { 'x-large': 'x'.repeat(40_000) } });
  findings.check(
    'GET /health with 40 KB of headers',
    '431, problem+json',
    big,
    big.status === 431 && isProblem(big),
    `${describe(big)} ${textOf(big.headers['content-type'])}`,
  );
  const host = new URL(target.url).host;
  for (const method of ['BREW', 'PROPFIND']) {
    const answer = await sendRaw(target, `${method} /health HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`);
    findings.add(
      `${method} /health`,
      '501, problem+json',
      answer.split('\r\n')[0] ?? '',
      /^HTTP\/1\.1 501 /.test(answer) && answer.includes('application/problem+json'),
    );
  }
  const patch = await send(target, 'PATCH', '/health');
  findings.check('PATCH /health', '405 with Allow', patch, patch.status === 405 && patch.headers.allow !== undefined);
  for (const path of ['/processing/results/%zz', `/processing/results/${id}/%zz`]) {
    const answer = await send(target, 'GET', path);
    findings.check(
      `GET ${path.replace(id, '{id}')}`,
      '400, its detail says what may follow a %',
      answer,
      answer.status === 400 && isProblem(answer) && /hexadecimal/.test(detailOf(answer)),
      `${describe(answer)} ${detailOf(answer)}`,
    );
  }
};

const coding = async (target: Target, findings: Findings, file: Uint8Array): Promise<void> => {
  const { headers, body } = await multipart({ file: { name: 'a.pdf', bytes: file }, parameters: '{"mode":"none"}' });
  const known = async (value: string): Promise<Answer> =>
    send(target, 'POST', `${PROCESS_PATH}?wait_for=60`, { headers: { ...headers, 'content-encoding': value }, body });
  const unknown = await known('snappy');
  findings.check(
    'POST, Content-Encoding: snappy',
    '415 with Accept-Encoding',
    unknown,
    unknown.status === 415 && unknown.headers['accept-encoding'] !== undefined,
  );
  const identity = await known('identity');
  findings.check('POST, Content-Encoding: identity', '201', identity, identity.status === 201);
};

const emptyParameters = async (target: Target, findings: Findings, file: Uint8Array): Promise<void> => {
  const { headers, body } = await multipart({ file: { name: 'a.pdf', bytes: file }, parameters: '' });
  const answer = await send(target, 'POST', `${PROCESS_PATH}?wait_for=60`, { headers, body });
  findings.check('POST with an empty part `parameters`', '201', answer, answer.status === 201);
};
