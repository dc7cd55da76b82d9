/** docs/api.md lists every operation with its role. */
import { readFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { routes } from '../../../../lambdas/api/routes/routes.ts';
import type { RouteRow } from '../../../../lambdas/api/routes/route-row.ts';

const guide = await readFile(new URL('../../../../docs/api.md', import.meta.url), 'utf8');

/** The rows of the table of operations. */
const documented = (): readonly string[] => {
  const section = guide.split(/^## /m).find((text) => text.startsWith('All operations\n')) ?? '';
  return section.split('\n').filter((line) => line.startsWith('| `'));
};

const rowOf = ({ method, path, role, shared, summary }: RouteRow): string =>
  `| \`${method} ${path}\` |${role === undefined ? '' : ` ${role}`}${shared === true ? '; share link' : ''} | ${summary} |`;

it('The API guide lists every operation with its least role and its summary, and no other', () => {
  expect(documented()).toEqual(Object.values<RouteRow>(routes).map(rowOf));
});
