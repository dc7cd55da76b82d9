import { describe, expect, it } from 'vitest';
import { DocumentUnreadableError, StorageFullError, TemporarilyUnavailableError } from '../../core/errors.ts';
import { failureFromCause, StepFailedError } from '../../core/requests/failure.ts';

const unreadable = new DocumentUnreadableError('Page 3 "ends" early.\nTry another.');
const expected = { code: 'document_unreadable', detail: unreadable.message, status: 422, caused_by_document: true };

describe('an error on its way through the state machine', () => {
  it('keeps its name for Retry and Catch, and itself as the cause', () => {
    const thrown = new StepFailedError(unreadable);
    expect([thrown.name, thrown.cause]).toEqual(['DocumentUnreadableError', unreadable]);
  });

  it('comes back whole from the cause that one machine gives', () => {
    expect(failureFromCause(new StepFailedError(unreadable).message)).toEqual(expected);
  });

  it('comes back whole from the cause that Lambda gives', () => {
    const { name, message } = new StepFailedError(unreadable);
    expect(failureFromCause(JSON.stringify({ errorType: name, errorMessage: message, trace: ['at x'] }))).toEqual(
      expected,
    );
  });

  it('is retried where storage is full, and says so if it stays full', () => {
    const thrown = new StepFailedError(new StorageFullError());
    expect(thrown.name).toBe(new TemporarilyUnavailableError('').name);
    expect(failureFromCause(thrown.message)).toMatchObject({
      code: 'storage_full',
      status: 503,
      caused_by_document: false,
    });
  });

  it.each([
    ['an error without a name of ours', new StepFailedError(new TypeError('x is undefined')).message],
    ['something that is no error', new StepFailedError('oops').message],
    ['a timeout', 'States.Timeout'],
    [
      'a Lambda that ran out of time',
      JSON.stringify({ errorMessage: '2026-11-21T00:00:00Z 1234 Task timed out after 900.00 seconds' }),
    ],
    ['nothing', ''],
    ['other JSON', '{"code":"document_unreadable"}'],
    ['null', 'null'],
  ])('is a fault of the service where it is %s, and shows nothing of it', (_, cause) => {
    expect(failureFromCause(cause)).toEqual({
      code: 'processing_failed',
      status: 500,
      caused_by_document: false,
      detail: 'The document could not be processed because of a fault of the service. Try it again.',
    });
  });
});
