/**
 * `npm run bench:memory [-- --pages 10,30,100,300,1000]`: peak memory of the server and of its children, and time per
 * page, by length of the file.
 */
import { parseArgs } from 'node:util';
import { mixedFile } from './bench-files.ts';
import { knownPages } from '../ocr/known-pages.ts';
import { processDocument } from './client/process-document.ts';
import { startService, watchMemory } from './running-service.ts';
import { samplePath } from '../shared-data.ts';
import { megabytes, rounded } from '../statistics.ts';

const { values } = parseArgs({ options: { pages: { type: 'string', default: '10,30,100,300,1000' } } });
const SERVER_LIMIT_MB = 600;
const CHILD_LIMIT_MB = 1536;
/** The memory limits apply to files of up to this many pages; longer files are measured only. */
const LIMIT_PAGES = 300;

const scans = await knownPages(20, ['en']);
const service = await startService();
const rows = [];
try {
  await processDocument(service, samplePath('mixed-mail.pdf'));
  for (const pages of values.pages.split(',').map(Number)) {
    const path = await mixedFile(pages, scans);
    const watch = watchMemory(service);
    const { status, milliseconds } = await processDocument(service, path, 3_600_000);
    const peak = await watch.stop();
    const row = {
      pages,
      status,
      seconds: rounded(milliseconds / 1000, 1),
      seconds_per_page: rounded(milliseconds / 1000 / pages, 3),
      server_mb: megabytes(peak.server),
      largest_child_mb: megabytes(peak.child),
      all_mb: megabytes(peak.total),
    };
    rows.push(row);
    console.log(
      `${pages} pages: ${row.seconds} s, server ${row.server_mb} MB, largest child ${row.largest_child_mb} MB`,
    );
  }
} finally {
  await service.stop();
}
console.table(rows);
const withinLimits = rows
  .filter(({ pages }) => pages <= LIMIT_PAGES)
  .every(
    ({ status, server_mb, largest_child_mb }) =>
      status === 201 && server_mb < SERVER_LIMIT_MB && largest_child_mb < CHILD_LIMIT_MB,
  );
process.exitCode = withinLimits ? 0 : 1;
console.log(JSON.stringify({ within_limits: withinLimits, curve: rows }));
