/** A small build of the web interface, with the real addresses and headers. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { readSite } from '../../../lib/constructs/web/site.ts';
import type { Site } from '../../../lib/constructs/web/site.ts';
import { SECURITY_HEADERS } from '../../../web/security-headers.ts';
import { PATHS } from '../../../web/src/app/paths.ts';

const FILES: Readonly<Record<string, string>> = {
  'index.html': '<!doctype html><html><head><meta charset="utf-8" /></head><body></body></html>',
  'index.html.br': 'compressed',
  'routes.json': JSON.stringify(Object.values(PATHS)),
  'headers.json': JSON.stringify(SECURITY_HEADERS),
  'favicon.svg': '<svg xmlns="http://www.w3.org/2000/svg"/>',
  'assets/app-Ab12.js': 'console.log("the application");',
  'assets/app-Ab12.js.br': 'compressed',
};

/** Writes the files into a folder, which is created. */
export const writeStandInSite = (folder: string): Site => {
  mkdirSync(join(folder, 'assets'), { recursive: true });
  for (const [name, content] of Object.entries(FILES)) writeFileSync(join(folder, name), content);
  return readSite(folder);
};
