/** The folder of page records that a bench was called with; without one the program ends and says how it is made. @param bench  as in `npm run bench:…` */
export function requiredRecords(records: string | undefined, bench: string): string {
  if (records !== undefined) return records;
  console.error(
    `npm run bench:${bench} -- --records RECORDS: make RECORDS with node bench/read-documents.ts DOCUMENTS RECORDS`,
  );
  process.exit(2);
}
