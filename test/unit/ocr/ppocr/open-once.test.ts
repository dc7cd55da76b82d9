import { describe, expect, it } from 'vitest';
import { TemporarilyUnavailableError } from '../../../../core/errors.ts';
import { ModelFilesError } from '../../../../core/ocr/ppocr/model-files.ts';
import { openOnce } from '../../../../core/ocr/ppocr/open-once.ts';

/** An opening that throws these errors, one each time, before it succeeds. */
const failing = (...errors: Error[]) => {
  const seen = { times: 0 };
  const opened = openOnce(() => {
    seen.times += 1;
    const error = errors.shift();
    return error === undefined ? Promise.resolve('reader') : Promise.reject(error);
  }, null);
  return { opened, seen };
};

describe('What is opened from the files of the models', () => {
  it('is opened at its first use, once', async () => {
    const { opened, seen } = failing();
    expect(seen.times).toBe(0);
    expect(await Promise.all([opened(), opened()])).toEqual(['reader', 'reader']);
    expect([await opened(), seen.times]).toEqual(['reader', 1]);
  });

  it('is done without where the files cannot be used, and not tried again', async () => {
    const { opened, seen } = failing(new ModelFilesError('The model is damaged.'));
    expect([await opened(), await opened(), seen.times]).toEqual([null, null, 1]);
  });

  it('is temporarily unavailable where the machine is the cause, with the reason, and is tried again', async () => {
    const { opened, seen } = failing(new Error('EMFILE: too many open files'), new Error('std::bad_alloc'));
    await expect(opened()).rejects.toThrow(TemporarilyUnavailableError);
    await expect(opened()).rejects.toThrow('std::bad_alloc');
    expect([await opened(), seen.times]).toEqual(['reader', 3]);
  });
});
