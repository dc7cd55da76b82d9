/** `tearline start`: runs the service on this machine. */
import { Command } from 'commander';
import { DEFAULT_DATA_FOLDER, LANGUAGE_DATA_OPTION, originOption, portOption, webhookHostOption } from './options.ts';
import type { StartOptions } from './options.ts';

export const startCommand = (): Command =>
  new Command('start')
    .description('Start the service. The first start makes an account and its API key.')
    .option('--data <dir>', 'where everything is kept', DEFAULT_DATA_FOLDER)
    .option('--port <number>', 'port to listen on; 0: any free one', portOption, 8321)
    .option('--host <address>', 'address to listen on', '127.0.0.1')
    .option(...LANGUAGE_DATA_OPTION)
    .option(
      '--cors-origin <origin>',
      'origin whose web pages may call the API, such as https://app.example.com; may be repeated',
      originOption,
      [],
    )
    .option(
      '--frame-ancestor <origin>',
      'origin whose web pages may show the editor in a frame, by a share link; may be repeated',
      originOption,
      [],
    )
    .option(
      '--webhook-host <host>',
      'host to which webhooks may be sent although it is private, such as 192.168.1.20:9000; may be repeated',
      webhookHostOption,
      [],
    )
    .option('--open', "open the web interface in this machine's browser, signed in")
    .option('--log-steps', 'print a line of JSON for every step of the pipeline')
    .option(
      '--no-warm-up',
      'read no document at the start: it takes less processor time, the first documents take longer',
    )
    .action(async (options: StartOptions) => {
      const { runServer } = await import('../run-server.ts');
      await runServer(options);
      // Everything is closed. A request that was cut off may have left a timer, which would keep the process.
      process.exit();
    });
