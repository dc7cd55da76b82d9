/** Validates responses against the OpenAPI document. */
import { expect } from 'vitest';
import { answerCheck } from '../../../bench/contract/check-answer.ts';
import type { SeenAnswer } from '../../../bench/contract/check-answer.ts';
import type { ContractDocument, Operation } from '../../../bench/contract/openapi-operations.ts';
import { operationsOf } from '../../../bench/contract/openapi-operations.ts';
import { openApiDocument } from '../../../lambdas/api/openapi/openapi-document.ts';
import type { Problem } from '../../../lambdas/api/routes/api-schemas.ts';

/** The document as clients receive it. */
export const contractDocument = JSON.parse(JSON.stringify(openApiDocument())) as ContractDocument;
export const answers = answerCheck(contractDocument);
const operations = new Map(operationsOf(contractDocument).map((operation) => [operation.operationId, operation]));

/** Each `loc` of a 422 that names a parameter or a body which requests of the operation do not have. */
const findForeignParts = ({ parameters, bodies }: Operation, { status, body }: SeenAnswer): readonly string[] => {
  if (status !== 422) return [];
  const { errors = [] } = JSON.parse(new TextDecoder().decode(body)) as Problem;
  const isOwn = (where: string | number | undefined, name: string | number | undefined): boolean =>
    where === 'body'
      ? Object.keys(bodies).length > 0
      : parameters.some((parameter) => parameter.in === where && parameter.name.toLowerCase() === name);
  return errors
    .filter(({ loc: [where, name], type }) => type !== 'unrecognized_keys' && !isOwn(where, name))
    .map(({ loc }) => loc.join('.'));
};

/** Fails the test unless the response, with its status and every header, is documented. */
export function expectValidAnswer(
  row: { readonly operationId: string },
  answer: SeenAnswer,
  method: 'HEAD' | 'the own' = 'the own',
): void {
  const operation = operations.get(row.operationId);
  if (operation === undefined) throw new Error(`${row.operationId} is not in the document.`);
  expect(
    method === 'HEAD' ? answers.findHeadBreaches(operation, answer) : answers.findBreaches(operation, answer),
  ).toEqual([]);
  if (method !== 'HEAD') expect(findForeignParts(operation, answer)).toEqual([]);
}

/** Fails the test unless the response is a problem, to HEAD without its body; for paths and methods without an operation. */
export function expectProblem(answer: SeenAnswer, method = 'GET'): void {
  if (method === 'HEAD')
    expect([answer.headers['content-type'], answer.body.length]).toEqual(['application/problem+json', 0]);
  else expect(answers.findProblemBreaches(answer)).toEqual([]);
}
