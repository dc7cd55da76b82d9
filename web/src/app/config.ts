import { loadConfig } from './load-config.ts';

/** What the host tells the application, read before anything else is drawn. */
export const config = await loadConfig();
