/** Writes the snippets of a folder's snippets.json as files, and a line `task file` for each into `tasks`. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';

const [folder = ''] = process.argv.slice(2);
const { items } = z
  .object({ items: z.array(z.object({ task: z.string(), file_name: z.string(), code: z.string() })) })
  .parse(JSON.parse(readFileSync(join(folder, 'snippets.json'), 'utf8')));
for (const { file_name: name, code } of items) writeFileSync(join(folder, name), code);
writeFileSync(join(folder, 'tasks'), items.map(({ task, file_name: name }) => `${task} ${name}\n`).join(''));
