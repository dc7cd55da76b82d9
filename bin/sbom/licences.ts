/** Which licences of packages are accepted. */

/** Permissive licences, and those whose duties end with the file or the library: MPL and LGPL. */
const ACCEPTED = new Set([
  '0BSD',
  'Apache-2.0',
  'BlueOak-1.0.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'CC-BY-4.0',
  'CC0-1.0',
  'ISC',
  'LGPL-3.0-or-later',
  'MIT',
  'MIT-0',
  'MPL-2.0',
  'OFL-1.1',
  'Python-2.0',
  'Unlicense',
]);

/** Whether an SPDX expression of AND and OR, without nested parentheses, is accepted: of OR, one part is enough. */
export const isAccepted = (expression: string): boolean =>
  expression
    .replaceAll(/[()]/g, '')
    .split(/ or /i)
    .some((option) => option.split(/ and /i).every((licence) => ACCEPTED.has(licence.trim())));
