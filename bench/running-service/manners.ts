/**
 * `npm run bench:manners -- [--url URL --key KEY]`: calls that HTTP clients make of a running service, each with what
 * it should answer: repeated requests, uploads, HEAD, ranges, content codings, refusals, messages, the OpenAPI document
 * and CORS. Prints a table; the last line is one JSON object. The exit status is 1 where an answer is not as expected.
 *
 * Without --url it starts two services, the second of which allows an origin. With --url the calls for an allowed
 * origin are made only with --cors, where that service allows https://app.example.
 */
import { parseArgs } from 'node:util';
import type { Target } from './manners/client.ts';
import { ALLOWED_ORIGIN, checkCorsOff, checkCorsOn } from './manners/cross-origin.ts';
import { checkDescription } from './manners/description.ts';
import { Findings } from './manners/findings.ts';
import { checkInclude, checkMessages } from './manners/messages.ts';
import { checkReading } from './manners/reading.ts';
import { checkRefusals } from './manners/refusals.ts';
import { checkRetries } from './manners/retries.ts';
import { drawThreePages, processed } from './manners/sample-result.ts';
import { startService } from './running-service.ts';

const { values } = parseArgs({
  options: { url: { type: 'string' }, key: { type: 'string' }, cors: { type: 'boolean', default: false } },
});

const findings = new Findings();
const file = await drawThreePages();
if (values.url === undefined) {
  await withService([], checkService);
  await findings.group(`start --cors-origin ${ALLOWED_ORIGIN}`, () =>
    withService(['--cors-origin', ALLOWED_ORIGIN], (target) => checkCorsOn(target, findings)),
  );
} else {
  if (values.key === undefined) throw new Error('--url needs --key.');
  const target = { url: values.url.replace(/\/$/, ''), key: values.key };
  await checkService(target);
  if (values.cors) await findings.group('CORS', () => checkCorsOn(target, findings));
}
findings.print();
const off = findings.all.filter(({ ok }) => !ok).length;
console.log(JSON.stringify({ bench: 'manners', calls: findings.all.length, not_as_expected: off }));
process.exitCode = off === 0 ? 0 : 1;

async function checkService(target: Target): Promise<void> {
  const id = await processed(target, file);
  await findings.group('repeated requests and uploads', () => checkRetries(target, findings, file));
  await findings.group('reading', () => checkReading(target, findings, id));
  await findings.group('refusals', () => checkRefusals(target, findings, id, file));
  await findings.group('messages', () => checkMessages(target, findings, id, file));
  await findings.group('include', () => checkInclude(target, findings, id));
  await findings.group('the OpenAPI document', () => checkDescription(target, findings));
  if (!values.cors) await findings.group('no origin allowed', () => checkCorsOff(target, findings));
}

async function withService(options: readonly string[], calls: (target: Target) => Promise<void>): Promise<void> {
  const service = await startService({ arguments: options });
  try {
    await calls({ url: service.baseUrl, key: service.apiKey });
  } finally {
    await service.stop();
  }
}
