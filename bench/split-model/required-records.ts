/**
 * The folder of page records that a program was started with. Without one, prints how the folder is made and ends the
 * process with status 2.
 * @param command  how the program is started, for the message
 */
export function requiredRecords(records: string | undefined, command: string): string {
  if (records !== undefined) return records;
  console.error(
    [
      `${command} --records RECORDS: --records names a folder of page records, with one folder for each source.`,
      'node bench/split-model/read-documents.ts DOCUMENTS RECORDS makes it from a folder of documents.',
    ].join('\n'),
  );
  process.exit(2);
}
