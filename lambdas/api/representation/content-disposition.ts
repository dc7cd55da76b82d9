/** The header by which a client names a file that it stores (RFC 6266). */
import { encodeExtended, format } from 'content-disposition';

/** `é` → `e`; letters that no accent was removed from, and `%`, which old browsers decode, become `_`. */
const toAscii = (name: string): string =>
  name
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/[^\x20-\x7e]|%/gu, '_');

/**
 * `inline` with the name twice: in ASCII for old clients, and as it is (RFC 8187).
 * @param name  well-formed Unicode
 */
export const inlineFile = (name: string): string =>
  format(
    { type: 'inline', parameters: { filename: toAscii(name), 'filename*': encodeExtended(name) } },
    { extended: false },
  );
