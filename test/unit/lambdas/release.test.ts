import { readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { RELEASE } from '../../../core/release.ts';
import { openApiDocument } from '../../../lambdas/api/openapi/openapi-document.ts';

describe('The release', () => {
  it('that results, models and the API description name is the version of the package', async () => {
    const { version } = JSON.parse(await readFile(new URL('../../../package.json', import.meta.url), 'utf8')) as {
      version: string;
    };
    expect(RELEASE).toBe(version);
    expect(openApiDocument().info.version).toBe(version);
  });
});
