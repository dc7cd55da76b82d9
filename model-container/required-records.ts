/** The folder of page records that a program was called with. @throws Error that says how it is made, where there was none */
export function requiredRecords(records: string | undefined): string {
  if (records === undefined)
    throw new Error(
      '--records names the folder of page records. bench/read-documents.ts makes it from a folder of documents.',
    );
  return records;
}
