/** `tearline sign-in-link`: a new link to the web interface of a running service. */
import { Command } from 'commander';
import type { DataOptions } from '../accounts/open-accounts.ts';
import { withData } from './options.ts';

export const signInLinkCommand = (): Command =>
  withData(new Command('sign-in-link'))
    .description('Print a link that signs a browser in to the running service, once and within an hour.')
    .action(async (options: DataOptions) => {
      const { printSignInLink } = await import('../web/sign-in-link.ts');
      await printSignInLink(options);
    });
