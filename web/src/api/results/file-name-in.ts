import { parse } from 'content-disposition';

/** The name of the file in an answer, without folders; undefined where the answer names none. */
export const fileNameIn = (headers: Headers): string | undefined => {
  const disposition = headers.get('content-disposition');
  const given = disposition === null ? undefined : parse(disposition).parameters['filename'];
  const name = given?.split(/[/\\]/).at(-1) ?? '';
  return /^\.*$/.test(name) ? undefined : name;
};
