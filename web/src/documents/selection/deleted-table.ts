/** The table of deleted documents that the browser saves as CSV (RFC 4180). */
import { BYTE_ORDER_MARK, csvField } from './csv-field.ts';
import type { DeletedDocument } from './delete-documents.ts';

export const deletedTable = (documents: readonly DeletedDocument[]): string => {
  const rows = documents.map(({ processingId, name, goneAt }) => [processingId, name, goneAt].map(csvField).join(','));
  return `${BYTE_ORDER_MARK}${['processing_id,file_name,deleted_at', ...rows, ''].join('\r\n')}`;
};
