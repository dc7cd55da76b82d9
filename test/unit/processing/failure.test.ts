import { describe, expect, it } from 'vitest';
import { DocumentUnreadableError, StorageFullError, TemporarilyUnavailableError } from '../../../core/errors.ts';
import { failureFromCause, StepFailedError } from '../../../core/requests/failure.ts';

const unreadable = new DocumentUnreadableError('Page 3 "ends" early.\nTry another.');
const expected = { code: 'document_unreadable', detail: unreadable.message, status: 422, caused_by_document: true };

describe('an error of a step', () => {
  it('keeps its name for Retry and Catch, and the original error as the cause', () => {
    const thrown = new StepFailedError(unreadable);
    expect([thrown.name, thrown.cause]).toEqual(['DocumentUnreadableError', unreadable]);
  });

  it('is restored from the Cause of the local host', () => {
    expect(failureFromCause(new StepFailedError(unreadable).message)).toEqual(expected);
  });

  it('is restored from the Cause of Lambda', () => {
    const { name, message } = new StepFailedError(unreadable);
    expect(failureFromCause(JSON.stringify({ errorType: name, errorMessage: message, trace: ['at x'] }))).toEqual(
      expected,
    );
  });

  it('is retried where storage is full, and keeps the code storage_full', () => {
    const thrown = new StepFailedError(new StorageFullError());
    expect(thrown.name).toBe(new TemporarilyUnavailableError('').name);
    expect(failureFromCause(thrown.message)).toMatchObject({
      code: 'storage_full',
      status: 503,
      caused_by_document: false,
    });
  });

  it.each([
    ['an error of another class', new StepFailedError(new TypeError('x is undefined')).message],
    ['a thrown string', new StepFailedError('oops').message],
    ['a timeout', 'States.Timeout'],
    [
      'a Lambda that ran out of time',
      JSON.stringify({ errorMessage: '2026-11-21T00:00:00Z 1234 Task timed out after 900.00 seconds' }),
    ],
    ['an empty string', ''],
    ['other JSON', '{"code":"document_unreadable"}'],
    ['null', 'null'],
  ])('is an internal failure without details where it is %s', (_, cause) => {
    expect(failureFromCause(cause)).toEqual({
      code: 'processing_failed',
      status: 500,
      caused_by_document: false,
      detail: 'The document could not be processed because of a fault of the service. Try it again.',
    });
  });
});
