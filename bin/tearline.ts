#!/usr/bin/env node
/** Entry of the `tearline` command. */
import { runCommand } from './run-command.ts';

await runCommand(process.argv.slice(2));
