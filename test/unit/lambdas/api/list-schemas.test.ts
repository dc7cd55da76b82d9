import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { pageQuerySchema, pageSchema } from '../../../../lambdas/api/routes/api-schemas.ts';
import { changed, done } from '../../../../lambdas/api/routes/responses.ts';

describe('The query of a list', () => {
  it('has a limit from 1 to 1000, 100 by default, and a cursor', () => {
    expect(pageQuerySchema.parse({})).toEqual({ limit: 100 });
    expect(pageQuerySchema.parse({ limit: '1000', cursor: 'abc' })).toEqual({ limit: 1000, cursor: 'abc' });
    for (const limit of ['0', '1001', '1.5', 'ten', ['1', '2']])
      expect(pageQuerySchema.safeParse({ limit }).error?.issues[0]?.path).toEqual(['limit']);
    expect(pageQuerySchema.safeParse({ page: '2' }).success).toBe(false);
  });
});

describe('Responses of changes', () => {
  it('are a page of entries, what was changed, or no body', () => {
    const page = pageSchema('NumberPage', z.int());
    expect(page.parse({ items: [1, 2], next: null })).toEqual({ items: [1, 2], next: null });
    expect(page.safeParse({ items: [1] }).success).toBe(false);
    expect(changed('The numbers', page)[200].content?.['application/json']).toBe(page);
    expect(done('Deleted')[204]).toEqual({ description: 'Deleted' });
  });
});
