/** Validates responses against the OpenAPI document. */
import { expect } from 'vitest';
import { answerCheck } from '../../../bench/contract/check-answer.ts';
import type { SeenAnswer } from '../../../bench/contract/check-answer.ts';
import type { ContractDocument } from '../../../bench/contract/openapi-operations.ts';
import { operationsOf } from '../../../bench/contract/openapi-operations.ts';
import { openApiDocument } from '../../../lambdas/api/openapi/openapi-document.ts';

/** The document as clients receive it. */
export const contractDocument = JSON.parse(JSON.stringify(openApiDocument())) as ContractDocument;
export const answers = answerCheck(contractDocument);
const operations = new Map(operationsOf(contractDocument).map((operation) => [operation.operationId, operation]));

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
}

/** Fails the test unless the response is a problem; for paths and methods without an operation. */
export function expectProblem(answer: SeenAnswer): void {
  expect(answers.findProblemBreaches(answer)).toEqual([]);
}
