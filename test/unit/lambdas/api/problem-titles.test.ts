import { readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import * as errors from '../../../../core/errors.ts';
import {
  ProcessingFailedError,
  TearlineError,
  TrainingRefusedError,
  UploadNotProcessedError,
} from '../../../../core/errors.ts';
import { failureOf } from '../../../../core/requests/failure.ts';
import { problemOf } from '../../../../lambdas/api/middleware/problem.ts';
import { GATEWAY_PROBLEMS } from '../../../../lib/constructs/api/gateway-problems.ts';

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

/** Errors that end in steps of the state machines and in the sweep, or instead of which the API answers another one. */
const NOT_ANSWERED: readonly unknown[] = [
  errors.ExecutionLostError,
  errors.MailRefusedError,
  errors.ServingModelChangedError,
  errors.SplitModelFaultError,
  errors.UserRefusedError,
  errors.WeightsRefusedError,
];

/** One problem of each other class. No constructor needs more of its parameters than an empty list has. */
const answeredProblems = exported
  .filter(isNamedErrorClass)
  .filter((one) => ![...WRAPPERS, ...NOT_ANSWERED, TrainingRefusedError].includes(one))
  .map((NamedError) => problemOf(Reflect.construct(NamedError, [[], []]), 'request-1'));

const guide = await readFile(new URL('../../../../docs/api.md', import.meta.url), 'utf8');
const errorsOfGuide = guide.split(/^## /m).find((text) => text.startsWith('Errors\n')) ?? '';

/** Each status with each of its codes, from the table of errors. */
const documentedErrors = new Set(
  [...errorsOfGuide.matchAll(/^\| (\d{3}) \| ([^|]+) \|/gm)].flatMap(([, status = '', codes = '']) =>
    [...codes.matchAll(/`(\w+)`/g)].map(([, code = '']) => `${status} ${code}`),
  ),
);

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

  it('is in the error table of the API guide with its status, if the API can answer it', () => {
    const answered = new Set(answeredProblems.map(({ status, code }) => `${status} ${code}`));
    expect(answered.size).toBeGreaterThan(50);
    expect([...answered].filter((one) => !documentedErrors.has(one))).toEqual([]);
  });

  it('is in the chapter on errors of the API guide, if a host answers it instead of the API', () => {
    const ofHosts = ['upload_refused', 'upload_exists', 'request_timeout', 'headers_too_large'];
    const answered = new Set([...ofHosts, ...GATEWAY_PROBLEMS.map(({ code }) => code)]);
    expect([...answered].filter((code) => !errorsOfGuide.includes(`\`${code}\``))).toEqual([]);
  });

  it('has one title also for a failure with an unknown code', () => {
    const failure = { code: 'of_an_older_version', detail: 'It failed.', status: 422 };
    expect(new UploadNotProcessedError(ID, failure).title).toBe(new ProcessingFailedError(ID, failure).title);
  });
});
