#!/usr/bin/env node
/** The command: `tearline --help`. */
import { runCommand } from './run-command.ts';

await runCommand(process.argv.slice(2));
