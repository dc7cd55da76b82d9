/** The built web interface, for the local host. */
import { join } from 'node:path';
import { WebPages } from '../../adapters/local/http/web-pages.ts';
import { RELEASE } from '../../core/release.ts';

const FOLDER = join(import.meta.dirname, '../../web/dist');

/**
 * @param frameAncestors  origins whose pages may show the editor in a frame
 * @returns undefined where it was not built: `npm ci --omit=dev` has nothing to build it with
 */
export const openWebPages = (frameAncestors: readonly string[]): Promise<WebPages | undefined> =>
  WebPages.open({ folder: FOLDER, config: { api_url: '', sign_in: 'session', version: RELEASE }, frameAncestors });
