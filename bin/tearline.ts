#!/usr/bin/env node
/** Entry of the `tearline` command. */
import { reportLostOutput, runCommand } from './run-command.ts';

reportLostOutput();
await runCommand(process.argv.slice(2));
