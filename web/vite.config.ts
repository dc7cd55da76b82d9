/** Builds the web interface into web/dist. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import type { Plugin } from 'vite';
import { SECURITY_HEADERS } from './security-headers.ts';
import { PATHS } from './src/app/paths.ts';

/**
 * What the hosts read. routes.json: the addresses to which a host answers the application, where a browser navigates to
 * them. headers.json: the headers of every file.
 */
const filesForHosts = (): Plugin => ({
  name: 'tearline-hosts',
  generateBundle() {
    this.emitFile({ type: 'asset', fileName: 'routes.json', source: JSON.stringify(Object.values(PATHS)) });
    this.emitFile({ type: 'asset', fileName: 'headers.json', source: JSON.stringify(SECURITY_HEADERS) });
  },
});

const SAMPLE = 'samples/mixed-mail.pdf';

/** The repository's sample, which the first page offers to try. */
const sampleFile = (): Plugin => ({
  name: 'tearline-sample',
  async generateBundle() {
    const source = await readFile(join(import.meta.dirname, '..', SAMPLE));
    this.emitFile({ type: 'asset', fileName: SAMPLE, source });
  },
});

const STYLE_SHEET = /\n *<link rel="stylesheet"[^>]*>/g;

/**
 * In the head, the style sheets would hide the frame of index.html until they are there. At the end of the body they hide
 * nothing; the application's scripts wait for them there too.
 */
const styleSheetsLast = (): Plugin => ({
  name: 'tearline-style-sheets-last',
  transformIndexHtml: {
    order: 'post',
    handler: (html) => {
      const found = html.match(STYLE_SHEET) ?? [];
      return html.replace(STYLE_SHEET, '').replace('\n  </body>', `${found.join('')}\n  </body>`);
    },
  },
});

const SMALL = /^(?!.*(Combobox|Table|SimpleGrid|NumberInput|Select|locales|recharts))/;

export default defineConfig({
  root: import.meta.dirname,
  plugins: [react(), filesForHosts(), sampleFile(), styleSheetsLast()],
  css: { transformer: 'postcss' },
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    target: 'es2023',
    // No data: addresses, which the content security policy would have to allow for scripts and styles.
    assetsInlineLimit: 0,
    reportCompressedSize: false,
    rolldownOptions: {
      output: {
        codeSplitting: {
          // Few files instead of hundreds: they compress better and need fewer requests. `libraries` and `application` are
          // what every page loads; the libraries change less often, and stay in the browser's cache. `shared` is what
          // at least five pages need, without the larger controls that the first page does not have.
          groups: [
            { name: 'libraries', tags: ['$initial'], test: /[\\/]node_modules[\\/]/, priority: 3 },
            { name: 'application', tags: ['$initial'], priority: 2 },
            { name: 'shared', minShareCount: 5, test: SMALL, priority: 1 },
          ],
        },
      },
    },
  },
});
