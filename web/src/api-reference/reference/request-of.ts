/** The request that a reader has filled in. */
import type { Operation } from './openapi.ts';

export interface FilledIn {
  /** Values of the parameters by `in` and name, such as `query wait_for`; empty texts are left out. */
  readonly parameters: Readonly<Record<string, string>>;
  /** Of the body; absent: the request has none. */
  readonly mediaType?: string | undefined;
  /** The body as text, where it is JSON. */
  readonly text: string;
  /** The parts of a form. */
  readonly parts: Readonly<Record<string, string | File>>;
}

export const parameterKey = ({ in: place, name }: { readonly in: string; readonly name: string }): string =>
  `${place} ${name}`;

/**
 * @param apiUrl  without a slash at its end
 * @param apiKey  empty: the request carries none
 */
export const requestOf = (apiUrl: string, apiKey: string, operation: Operation, filled: FilledIn): Request => {
  const { method, path, parameters } = operation;
  const valueOf = (parameter: Operation['parameters'][number]): string =>
    filled.parameters[parameterKey(parameter)]?.trim() ?? '';
  const given = parameters.filter((parameter) => valueOf(parameter) !== '');
  const url = new URL(
    apiUrl +
      path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(filled.parameters[`path ${name}`] ?? '')),
  );
  const headers = new Headers();
  for (const parameter of given) {
    if (parameter.in === 'query') url.searchParams.set(parameter.name, valueOf(parameter));
    if (parameter.in === 'header') headers.set(parameter.name, valueOf(parameter));
  }
  if (apiKey !== '') headers.set('authorization', `ApiKey ${apiKey}`);
  const body = bodyOf(filled);
  // The browser itself writes the type of a form, with its boundary.
  if (typeof body === 'string') headers.set('content-type', 'application/json');
  // The reader's session must not answer for the key.
  return new Request(url, { method, headers, credentials: 'omit', ...(body === undefined ? {} : { body }) });
};

const bodyOf = ({ mediaType, text, parts }: FilledIn): string | FormData | undefined => {
  if (mediaType === undefined) return undefined;
  if (mediaType !== 'multipart/form-data') return text;
  const form = new FormData();
  for (const [name, part] of Object.entries(parts)) if (part !== '') form.append(name, part);
  return form;
};
