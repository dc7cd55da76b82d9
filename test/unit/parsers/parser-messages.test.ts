import { describe, expect, it } from 'vitest';
import * as errors from '../../../core/errors.ts';
import { packError, unpackError } from '../../../core/parsers/parser-messages.ts';

describe('The error of a job', () => {
  it.each([
    errors.DocumentEmptyError,
    errors.DocumentEncryptedError,
    errors.DocumentTooLargeError,
    errors.DocumentUnreadableError,
    errors.TooManyPagesError,
    errors.UnsupportedFormatError,
  ])('that a document causes keeps its class and its detail: %o', (DocumentError) => {
    const error = unpackError(packError(new DocumentError('What is wrong.')));
    expect(error).toBeInstanceOf(DocumentError);
    expect(error.message).toBe('What is wrong.');
  });

  it('that is none of a document becomes a fault of the service', () => {
    const error = unpackError(packError(new errors.ProcessingNotAccessibleError()));
    expect(error).not.toBeInstanceOf(errors.TearlineError);
  });
});
