/** Builds the web interface into web/dist. */
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import type { Plugin } from 'vite';
import { PATHS } from './src/app/paths.ts';

/** routes.json: the addresses to which a host answers the application, where a browser navigates to them. */
const routesFile = (): Plugin => ({
  name: 'tearline-routes',
  generateBundle() {
    this.emitFile({ type: 'asset', fileName: 'routes.json', source: JSON.stringify(Object.values(PATHS)) });
  },
});

export default defineConfig({
  root: import.meta.dirname,
  plugins: [react(), routesFile()],
  css: { transformer: 'postcss' },
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    target: 'es2023',
    // No data: addresses, which the content security policy would have to allow for scripts and styles.
    assetsInlineLimit: 0,
    reportCompressedSize: false,
  },
});
