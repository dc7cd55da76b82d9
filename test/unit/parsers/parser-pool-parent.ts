/** A process with a parser pool whose child is stuck in a loop; it tells the child's id and waits to be killed. */
import { ParserPool } from '../../../core/parsers/parser-pool.ts';

const pool = new ParserPool({ size: 1, jobTableUrl: process.argv[2] ?? '' });
await pool.run('inspect', { path: 'pages', maxPages: null });
void pool.run('inspect', { path: 'loop', maxPages: null }).catch(() => undefined);
setTimeout(() => process.send?.(pool.pids[0]), 200);
