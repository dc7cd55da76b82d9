import { describe, expect, it } from 'vitest';
import { deletedTable } from '../../../../web/src/documents/selection/deleted-table.ts';

const goneAt = '2026-11-02T08:00:00.000Z';

describe('The table of deleted documents', () => {
  it('has a row for each, and begins with a byte-order mark, without which Excel takes UTF-8 for another encoding', () => {
    expect(deletedTable([{ processingId: 'p-1', name: 'Größe, "neu".pdf', goneAt }])).toBe(
      `\ufeffprocessing_id,file_name,deleted_at\r\np-1,"Größe, ""neu"".pdf",${goneAt}\r\n`,
    );
  });

  it.each([
    ['=1+2.pdf', "'=1+2.pdf"],
    ['Größe;=1+2.pdf', "Größe;'=1+2.pdf"],
    ['a;"=1;b', `"a;""'=1;b"`],
  ])('shows %j as text, also where a spreadsheet divides cells at semicolons', (name, shown) => {
    expect(deletedTable([{ processingId: 'p-1', name, goneAt }]).split('\r\n')[1]).toBe(`p-1,${shown},${goneAt}`);
  });
});
