import { describe, expect, it } from 'vitest';
import * as errors from '../../../core/errors.ts';
import { ProcessingFailedError, TearlineError, UploadNotProcessedError } from '../../../core/errors.ts';
import { failureOf } from '../../../core/requests/failure.ts';
import { problemOf } from '../../../lambdas/api/middleware/problem.ts';
import { GATEWAY_PROBLEMS } from '../../../lib/constructs/api/gateway-problems.ts';

type NamedErrorClass = new (detail: string) => TearlineError;
const exported: readonly unknown[] = Object.values(errors);
const isNamedErrorClass = (value: unknown): value is NamedErrorClass =>
  typeof value === 'function' && value.prototype instanceof TearlineError;

const ID = '3b241101-e2bb-4255-8caf-4136c566a962';

/** Classes that pass on the properties of another error. */
const WRAPPERS: readonly unknown[] = [UploadNotProcessedError, ProcessingFailedError];

/** One error of each class whose constructor takes only a message; documents cause none of the others. */
const namedErrors = exported
  .filter(isNamedErrorClass)
  .filter((one) => one.length < 2 && !WRAPPERS.includes(one))
  .flatMap((NamedError) => {
    try {
      return [new NamedError('a detail')];
    } catch (error) {
      if (error instanceof TypeError) return [];
      throw error;
    }
  });

const titlesByType = (
  problems: readonly { readonly type: string; readonly title: string }[],
): ReadonlyMap<string, ReadonlySet<string>> =>
  new Map(
    [...Map.groupBy(problems, ({ type }) => type)].map(([type, alike]) => [
      type,
      new Set(alike.map(({ title }) => title)),
    ]),
  );

describe('A problem type', () => {
  const own = namedErrors.map((error) => problemOf(error, 'request-1'));

  it('has one title, in responses of the POST, of results and of API Gateway', () => {
    const ofDocuments = namedErrors.filter((error) => error.causedByDocument).map(failureOf);
    const again = ofDocuments.flatMap((failure) => [
      problemOf(new UploadNotProcessedError(ID, failure), 'request-1'),
      problemOf(new ProcessingFailedError(ID, failure), 'request-1'),
    ]);
    const gateway = GATEWAY_PROBLEMS.map(({ code, title }) => ({ type: `urn:tearline:problem:${code}`, title }));
    const titles = titlesByType([...own, ...again, ...gateway]);
    expect(own.length).toBeGreaterThan(20);
    expect([...titles].filter(([, all]) => all.size !== 1)).toEqual([]);
  });

  it('has one title also for a failure with an unknown code', () => {
    const failure = { code: 'of_an_older_version', detail: 'It failed.', status: 422 };
    expect(new UploadNotProcessedError(ID, failure).title).toBe(new ProcessingFailedError(ID, failure).title);
  });
});
