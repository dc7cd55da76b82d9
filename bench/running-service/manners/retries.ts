/** Idempotency keys, uploads and the problem of a failed request. */
import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { samplePath } from '../../shared-data.ts';
import { jsonBody, jsonOf, send, textOf } from './client.ts';
import type { Answer, Target } from './client.ts';
import { describe } from './findings.ts';
import type { Findings } from './findings.ts';
import { PROCESS_PATH, post, untilProcessed } from './sample-result.ts';

const NO_DOCUMENT = Buffer.from('no document');

const same = (one: Answer, other: Answer): boolean => one.status === other.status && one.body.equals(other.body);
const both = (one: Answer, other: Answer): string =>
  `${describe(one)}, then ${describe(other)}${same(one, other) ? '' : ', other bytes'}`;
const idOf = (answer: Answer): string => textOf(jsonOf(answer)['processing_id']);

export const checkRetries = async (target: Target, findings: Findings, file: Uint8Array): Promise<void> => {
  await refusedTwice(target, findings, file);
  await acceptedTwice(target, findings, file);
  await keyInUse(target, findings);
  await uploadWithKey(target, findings);
  await uploadAfterRefusal(target, findings, file);
  await failedRequest(target, findings, file);
};

const refusedTwice = async (target: Target, findings: Findings, file: Uint8Array): Promise<void> => {
  const headers = { 'idempotency-key': randomUUID() };
  const first = await post(target, { file: NO_DOCUMENT, headers });
  const second = await post(target, { file: NO_DOCUMENT, headers });
  findings.check(
    'key, refused document, sent twice',
    '422 twice, byte for byte',
    second,
    first.status === 422 && same(first, second),
    both(first, second),
  );
  const other = await post(target, { file, headers });
  findings.check(
    'the same key, another body',
    '422 idempotency_key_reused',
    other,
    describe(other) === '422 idempotency_key_reused',
  );
};

const acceptedTwice = async (target: Target, findings: Findings, file: Uint8Array): Promise<void> => {
  const headers = { 'idempotency-key': randomUUID() };
  const query = '?wait_for=0';
  const first = await post(target, { file, query, headers });
  await untilProcessed(target, idOf(first));
  const second = await post(target, { file, query, headers });
  findings.check(
    'key, wait_for=0, again after it is processed',
    '202 twice, byte for byte',
    second,
    first.status === 202 && same(first, second),
    both(first, second),
  );
  const renamed = await post(target, { file, query, headers, fileName: 'other-name.pdf' });
  findings.check(
    'the same key and bytes, another file name',
    '202, byte for byte',
    renamed,
    same(first, renamed),
    both(first, renamed),
  );
  const included = await post(target, { file, query: '?wait_for=0&include=ocr', headers });
  findings.check(
    'the same key, include=ocr',
    '422 idempotency_key_reused',
    included,
    describe(included) === '422 idempotency_key_reused',
  );
};

const keyInUse = async (target: Target, findings: Findings): Promise<void> => {
  const headers = { 'idempotency-key': randomUUID() };
  // Scanned pages, so that the first request still waits when the second arrives.
  const posting = { file: await readFile(samplePath('scanned-mail.pdf')), query: '?wait_for=120', headers };
  const pending = post(target, posting);
  await sleep(300);
  const second = await post(target, posting);
  const retryAfter = second.headers['retry-after'];
  findings.check(
    'the same key while the first request waits',
    '409 with Retry-After',
    second,
    second.status === 409 && retryAfter !== undefined,
    `${describe(second)}, Retry-After ${retryAfter ?? 'absent'}`,
  );
  await pending;
};

const announcement = (size: number) => jsonBody({ file_name: 'inbox.pdf', content_type: 'application/pdf', size });

const uploadWithKey = async (target: Target, findings: Findings): Promise<void> => {
  const { headers, body } = announcement(1000);
  const init = { headers: { ...headers, 'idempotency-key': randomUUID() }, body };
  const first = await send(target, 'POST', '/uploads', init);
  const second = await send(target, 'POST', '/uploads', init);
  findings.check(
    'POST /uploads with a key, twice',
    '201 twice, byte for byte',
    second,
    first.status === 201 && same(first, second),
    both(first, second),
  );
};

/** Announces a file and sends its bytes. @returns the upload_id */
const uploaded = async (target: Target, file: Uint8Array): Promise<string> => {
  const created = jsonOf(await send(target, 'POST', '/uploads', announcement(file.length)));
  await fetch(new URL(textOf(created['url']), target.url), {
    method: textOf(created['method']),
    // The service's own answer; fetch checks the names and values.
    headers: created['headers'] as Record<string, string>,
    body: Buffer.from(file),
  });
  return textOf(created['upload_id']);
};

const uploadAfterRefusal = async (target: Target, findings: Findings, file: Uint8Array): Promise<void> => {
  const upload_id = await uploaded(target, file);
  const path = `${PROCESS_PATH}?wait_for=120`;
  const refused = await send(target, 'POST', path, jsonBody({ upload_id, parameters: { split_before: [9] } }));
  findings.check(
    'upload_id with split_before [9], three pages',
    '422 parameters_do_not_fit',
    refused,
    describe(refused) === '422 parameters_do_not_fit',
  );
  const second = await send(target, 'POST', path, jsonBody({ upload_id }));
  findings.check('the same upload_id without it', '201', second, second.status === 201);
};

const failedRequest = async (target: Target, findings: Findings, file: Uint8Array): Promise<void> => {
  const failed = await post(target, { file, parameters: '{"split_before":[9]}', query: '?wait_for=120' });
  const id = idOf(failed);
  findings.check(
    'POST of a request that fails',
    'problem with processing_id',
    failed,
    failed.status === 422 && id !== '',
    `${describe(failed)}, processing_id ${id === '' ? 'absent' : 'there'}`,
  );
  if (id === '') {
    findings.add('GET of the failed request', 'problem with the same processing_id', 'its id is not known', false);
    return;
  }
  const read = await send(target, 'GET', `/processing/results/${id}`);
  findings.check(
    'GET of the failed request',
    'problem with the same processing_id',
    read,
    read.status >= 400 && idOf(read) === id,
  );
};
