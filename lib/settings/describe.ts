/** The table of all settings in docs/deploy.md, made of their schema. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { stageSettingsSchema } from '../settings.ts';
import type { StageSettings } from '../settings.ts';
import { readStageSettings } from '../stages.ts';

interface Schema {
  readonly type?: string;
  readonly description?: string;
  readonly enum?: readonly (string | number)[];
  readonly const?: string | number;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly items?: Schema;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
}

/** Above these, a number's limit is that of its type. */
const UNLIMITED = Number.MAX_SAFE_INTEGER;
/** More values than that are not listed. */
const LISTED = 8;

const range = ({ minimum, maximum }: Schema): string => {
  const isBelow = minimum !== undefined && minimum > -UNLIMITED;
  const isAbove = maximum !== undefined && maximum < UNLIMITED;
  if (isBelow && isAbove) return `${minimum} to ${maximum}`;
  return isBelow ? `at least ${minimum}` : 'number';
};

/** The values that a member takes. */
const valuesOf = (schema: Schema): string => {
  const options = schema.anyOf ?? schema.oneOf;
  if (options?.every((option) => option.const !== undefined) === true)
    return options.map((option) => `\`${String(option.const)}\``).join(', ');
  if (options !== undefined) return 'one of the following';
  if (schema.const !== undefined) return `\`${String(schema.const)}\``;
  if (schema.enum !== undefined)
    return schema.enum.length > LISTED
      ? range({ minimum: Math.min(...schema.enum.map(Number)), maximum: Math.max(...schema.enum.map(Number)) })
      : schema.enum.map((value) => `\`${String(value)}\``).join(', ');
  if (schema.type === 'boolean') return '`true`, `false`';
  if (schema.type === 'integer' || schema.type === 'number') return range(schema);
  if (schema.type === 'array') return 'list';
  return schema.type === 'string' ? 'text' : '';
};

const isGroup = ({ properties }: Schema): boolean => Object.keys(properties ?? {}).length > 0;

const shown = (value: unknown): string => {
  if (value === undefined) return '–';
  if (Array.isArray(value)) return value.length === 0 ? 'none' : value.map((each) => `\`${String(each)}\``).join(', ');
  return typeof value === 'object' ? 'given' : `\`${JSON.stringify(value).replaceAll('"', '')}\``;
};

const at = (settings: StageSettings, path: readonly string[]): unknown =>
  path.reduce<unknown>((value, name) => (value as Readonly<Record<string, unknown>> | undefined)?.[name], settings);

const cell = (text: string): string => text.replaceAll('|', '\\|').replaceAll('\n', ' ');

const STAGES = { dev: readStageSettings('dev'), prod: readStageSettings('prod') };

const rowsOf = (schema: Schema, path: readonly string[]): string[] =>
  Object.entries(schema.properties ?? {}).flatMap(([name, member]) => {
    const own = [...path, name];
    const options = (member.anyOf ?? member.oneOf ?? []).filter(isGroup);
    const inner = isGroup(member) ? rowsOf(member, own) : options.flatMap((option) => rowsOf(option, own));
    const isBare = isGroup(member) && member.description === undefined;
    const values = isGroup(member) ? '' : valuesOf(member);
    const columns = [
      `\`${own.join('.')}\``,
      values,
      ...(isGroup(member) ? ['', ''] : [shown(at(STAGES.dev, own)), shown(at(STAGES.prod, own))]),
      member.description ?? '',
    ];
    return [...(isBare ? [] : [`| ${columns.map(cell).join(' | ')} |`]), ...inner];
  });

/** Markdown: a row for each member, in the schema's order, with its values in both stages. */
const settingsTable = (): string => {
  const schema = z.toJSONSchema(stageSettingsSchema, { io: 'input', unrepresentable: 'any' }) as Schema;
  const rows = [...new Set(rowsOf(schema, []))];
  return ['| setting | values | dev | prod | effect |', '|---|---|---|---|---|', ...rows].join('\n');
};

const MARKED = /(<!-- npm run settings-table -->\n)[^]*?(\n<!-- end of the table -->)/;

/** The page with the current table. @throws Error where it has no place for it */
export const withSettingsTable = (page: string): string => {
  if (!MARKED.test(page)) throw new Error('The page has no place for the table of settings.');
  return page.replace(MARKED, (_, begin: string, end: string) => `${begin}${settingsTable()}${end}`);
};

export const PAGE = join(import.meta.dirname, '../../docs/deploy.md');

if (import.meta.main) writeFileSync(PAGE, withSettingsTable(readFileSync(PAGE, 'utf8')));
