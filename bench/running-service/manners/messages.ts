/** The sentences with which a request is refused, and the results that `include` knows. */
import { jsonBody, jsonOf, multipart, send, textOf } from './client.ts';
import type { Answer, Target } from './client.ts';
import { describe } from './findings.ts';
import type { Findings } from './findings.ts';
import { PROCESS_PATH } from './sample-result.ts';

/** Words of zod's own messages. */
const ZOD_WORDS = /\binvalid\b|expected .*received|unrecognized|too (small|big)|[<>]=/i;

interface Issue {
  readonly loc: readonly string[];
  readonly msg: string;
}

const issuesOf = (answer: Answer): readonly Issue[] => {
  const { errors } = jsonOf(answer);
  // Compared below, so their types are not needed.
  return Array.isArray(errors) ? (errors as readonly Issue[]) : [];
};

export const checkMessages = async (
  target: Target,
  findings: Findings,
  id: string,
  file: Uint8Array,
): Promise<void> => {
  const expectMessage = (call: string, answer: Answer, loc: string, pattern: RegExp): void => {
    const issue = issuesOf(answer).find(({ loc: steps }) => steps.join('.') === loc);
    const message = issue?.msg ?? describe(answer);
    findings.check(
      call,
      `422 ${loc}: ${pattern.source}`,
      answer,
      answer.status === 422 && issue !== undefined && pattern.test(message) && !ZOD_WORDS.test(message),
      message,
    );
  };
  const result = `/processing/results/${id}`;
  for (const [path, loc, pattern] of [
    ['/processing/results/abc', 'path.processing_id', /must be a UUID, such as /],
    [`${result}/page-images/x`, 'path.page_num', /whole number/],
    [`${result}?wait_for=1&wait_for=2`, 'query.wait_for', /given once/],
    [`${result}?wait_for=500`, 'query.wait_for', /0 to 120/],
    [`${result}?include=orc`, 'query.include.0', /must be one of document-splitting, /],
    [`${result}?inclde=ocr`, 'query.inclde', /is not known/],
    [`${result}/page-images/1?width=0`, 'query.width', /1 to /],
    [`${result}/split-pdfs/0?return_pages_with_ocr_data=maybe`, 'query.return_pages_with_ocr_data', /true or false/],
  ] as const)
    expectMessage(`GET ${path.replace(result, '…')}`, await send(target, 'GET', path), loc, pattern);
  for (const [parameters, loc, pattern] of [
    ['{"keep_together":[3]}', 'keep_together.0', /expects two page numbers \[from, to\]/],
    ['{"keep_together":[[3,1]]}', 'keep_together.0', /first page/],
    ['{"split_before":"2"}', 'split_before', /must be a list/],
    ['{"split_before":[0]}', 'split_before.0', /1 or more/],
    ['{"mode":"fast"}', 'mode', /must be one of auto, per_page, none/],
    ['{"languages":["xx"]}', 'languages.0', /must be one of /],
    ['{"threshold":2}', 'threshold', /number from 0 to 1/],
    ['{"document_count":1.5}', 'document_count', /whole number/],
    ['[]', '', /must be a JSON object/],
  ] as const) {
    const form = await multipart({ file: { name: 'a.pdf', bytes: file }, parameters });
    const answer = await send(target, 'POST', PROCESS_PATH, form);
    expectMessage(
      `POST, parameters ${parameters}`,
      answer,
      ['body.parameters', loc].filter(Boolean).join('.'),
      pattern,
    );
  }
  for (const [body, loc, pattern] of [
    [{ content_type: 'application/pdf', size: 1 }, 'body.file_name', /is (required|missing)/],
    [{ file_name: 'a.pdf', size: 1 }, 'body.content_type', /is (required|missing)/],
    [
      { file_name: 'a.pdf', content_type: 'text/csv', size: 1 },
      'body.content_type',
      /must be one of application\/pdf, /,
    ],
    [{ file_name: 'a.pdf', content_type: 'application/pdf', size: '1' }, 'body.size', /whole number/],
  ] as const)
    expectMessage(
      `POST /uploads ${JSON.stringify(body)}`,
      await send(target, 'POST', '/uploads', jsonBody(body)),
      loc,
      pattern,
    );
  await checkOneDocument(target, findings, file);
};

const checkOneDocument = async (target: Target, findings: Findings, file: Uint8Array): Promise<void> => {
  const parameters = '{"mode":"none","document_count":2}';
  const answer = await send(
    target,
    'POST',
    PROCESS_PATH,
    await multipart({ file: { name: 'a.pdf', bytes: file }, parameters }),
  );
  const detail = textOf(jsonOf(answer)['detail']);
  findings.check(
    `POST, parameters ${parameters}`,
    '422 that says "there is 1 document"',
    answer,
    answer.status === 422 && detail.includes('there is 1 document,'),
    detail,
  );
};

export const checkInclude = async (target: Target, findings: Findings, id: string): Promise<void> => {
  const path = `/processing/results/${id}`;
  const whole = await send(target, 'GET', path);
  const results = jsonOf(whole)['available_results'];
  findings.check(
    'GET …',
    'available_results with extractions and split-pdfs',
    whole,
    Array.isArray(results) && ['extractions', 'split-pdfs'].every((name) => results.includes(name)),
    textOf(results),
  );
  findings.check(
    'GET …',
    'split_pdfs beside sub_pdfs',
    whole,
    Array.isArray(jsonOf(whole)['split_pdfs']) && Array.isArray(jsonOf(whole)['sub_pdfs']),
    Object.keys(jsonOf(whole)).join(' '),
  );
  for (const [name, member] of [
    ['extractions', 'extractions'],
    ['split-pdfs', 'split_pdfs'],
  ] as const) {
    const answer = await send(target, 'GET', `${path}?include=${name}`);
    findings.check(
      `GET …?include=${name}`,
      `200 with ${member}, without ocr`,
      answer,
      answer.status === 200 && member in jsonOf(answer) && !('ocr' in jsonOf(answer)),
    );
  }
};
