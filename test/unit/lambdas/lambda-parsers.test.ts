import { afterEach, describe, expect, it } from 'vitest';
import { NotConfiguredError } from '../../../core/errors.ts';
import { ParserPool } from '../../../core/parsers/parser-pool.ts';
import { noParsers } from '../../../lambdas/entry/composition/no-parsers.ts';
import { processesOf, readParserProcessSettings } from '../../../lambdas/entry/composition/settings.ts';

const FUNCTION = {
  AWS_LAMBDA_FUNCTION_MEMORY_SIZE: '3008',
  AWS_ACCESS_KEY_ID: 'id',
  AWS_SECRET_ACCESS_KEY: 'secret',
  AWS_SESSION_TOKEN: 'token',
  TEARLINE_TABLE: 'table',
  PATH: '/usr/bin:/bin',
  LANG: 'en_US.UTF-8',
};

let pool: ParserPool | undefined;
afterEach(() => pool?.close());

describe('The parsers of a function', () => {
  it('have no credentials and no settings of the deployment in their environment', async () => {
    const { environment } = readParserProcessSettings(FUNCTION);
    pool = new ParserPool({
      size: 1,
      environment,
      jobTableUrl: new URL('./environment-jobs.ts', import.meta.url).href,
    });
    const seen: object = await pool.run('inspect', { path: 'any', maxPages: null });
    expect(Object.keys(seen).filter((name) => name.startsWith('AWS_') || name.startsWith('TEARLINE_'))).toEqual([]);
    expect(seen).toMatchObject({ PATH: '/usr/bin:/bin', LANG: 'en_US.UTF-8' });
  });

  it('are as many as memory and cores allow, at least one, and are killed before the function', () => {
    const megabytes = (memory: string, cores: number) => {
      const { size, killAtBytes } = readParserProcessSettings({ AWS_LAMBDA_FUNCTION_MEMORY_SIZE: memory }, cores);
      return [size, killAtBytes / 1024 / 1024];
    };
    expect(megabytes('3008', 2)).toEqual([2, 1200]);
    expect(megabytes('3008', 1)).toEqual([1, 1200]);
    expect(megabytes('10240', 6)).toEqual([6, 1200]);
    expect(megabytes('1536', 1)).toEqual([1, 1024]);
  });

  it('are as many as its callers count on, on the cores that Lambda gives for the memory', () => {
    const coresOf = (megabytes: number): number => Math.ceil(megabytes / 1769);
    for (const megabytes of [3008, 3538, 5307, 7076, 10_240])
      expect(processesOf(megabytes)).toBe(
        readParserProcessSettings({ AWS_LAMBDA_FUNCTION_MEMORY_SIZE: String(megabytes) }, coresOf(megabytes)).size,
      );
    expect([3008, 3538, 10_240].map(processesOf)).toEqual([2, 2, 6]);
  });

  it('throw NotConfiguredError where the function has none', async () => {
    await expect(noParsers.run('makeThumbnail', { reads: [], writes: [], input: null })).rejects.toThrow(
      NotConfiguredError,
    );
  });
});
