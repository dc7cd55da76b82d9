/** The table of event types in docs/api.md. */
import { readFileSync } from 'node:fs';
import type { EventType } from '../../../core/ports.ts';

const guide = readFileSync(new URL('../../../docs/api.md', import.meta.url), 'utf8');

const namesIn = (cell: string | undefined): readonly string[] =>
  [...(cell ?? '').matchAll(/`([^`]+)`/g)].map(([, name = '']) => name);

/** The members of `data` that the guide lists for events of a type, in its order. @throws Error where it lists none */
export const documentedMembers = (type: EventType): readonly string[] => {
  const section = guide.split(/^## /m).find((text) => text.startsWith('Webhooks\n')) ?? '';
  const rows = section.split('\n').map((line) => line.split('|'));
  const row = rows.find(([, types]) => namesIn(types).includes(type));
  if (row === undefined) throw new Error(`docs/api.md does not say what the data of ${type} is.`);
  return namesIn(row[2]);
};
