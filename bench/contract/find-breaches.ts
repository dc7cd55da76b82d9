/** Properties that the response to any generated request must have. */
import type { AnswerCheck, SeenAnswer } from './check-answer.ts';
import type { DrawnRequest } from './draw-request.ts';

/** Allowed statuses for an invalid request. */
const REFUSALS = [400, 403, 404, 413, 415, 422];

/** A precondition is evaluated before the content is processed (RFC 9110, section 13.2.1): an ETag that does not fit comes first. */
const refusalsOf = ({ headers }: DrawnRequest): readonly number[] =>
  Object.hasOwn(headers, 'If-Match') ? [...REFUSALS, 412] : REFUSALS;

/** Violations, as sentences; empty where the response is correct. */
export function findBreaches(check: AnswerCheck, request: DrawnRequest, answer: SeenAnswer): string[] {
  const flaws = request.flaws.join('; ') || 'no flaw';
  const description = `${request.operation.method} ${request.url} (${flaws}, credentials: ${request.credentials})`;
  const breaches = check.findBreaches(request.operation, answer);
  if (answer.status >= 500) breaches.push(`answered ${answer.status}`);
  if (request.operation.needsKey && request.credentials !== 'key') {
    if (answer.status !== 401) breaches.push(`answered ${answer.status}, not 401`);
  } else if (request.flaws.length > 0 && !refusalsOf(request).includes(answer.status)) {
    breaches.push(`answered ${answer.status} to a request with a flaw`);
  } else if (answer.status === 401) {
    breaches.push('answered 401 to the right key');
  }
  return breaches.map((breach) => `${description}: ${breach}`);
}
