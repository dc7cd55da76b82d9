/** The `tearline` command. Each subcommand is a file in commands/ and loads its implementation when it is called. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Command, CommanderError } from 'commander';
import { accountsCommand } from './commands/accounts.ts';
import { doctorCommand } from './commands/doctor.ts';
import { exportCommand } from './commands/export.ts';
import { keysCommand } from './commands/keys.ts';
import { modelsCommand } from './commands/models.ts';
import { restoreDrillCommand } from './commands/restore-drill.ts';
import { signInLinkCommand } from './commands/sign-in-link.ts';
import { splitCommand } from './commands/split.ts';
import { startCommand } from './commands/start.ts';
import { EXIT, EXIT_CODES_HELP, exitCodeOf, messageOf } from './exit-codes.ts';

const versionOf = async (): Promise<string> => {
  const text = await readFile(join(import.meta.dirname, '../package.json'), 'utf8');
  // This package.json has a version.
  return (JSON.parse(text) as { version: string }).version;
};

/** On every level, an error throws instead of ending the process with commander's own exit code. */
const inheritSettings = (parent: Command, command: Command): Command => {
  command.copyInheritedSettings(parent);
  for (const below of command.commands) inheritSettings(command, below);
  return command;
};

const makeProgram = async (): Promise<Command> => {
  const program = new Command('tearline')
    .description('Finds where one scanned document ends and the next begins, and gives back the documents.')
    .version(await versionOf())
    .addHelpText('after', EXIT_CODES_HELP)
    .showHelpAfterError('(npx tearline --help lists the commands)')
    .exitOverride();
  const commands = [
    startCommand(),
    splitCommand(),
    signInLinkCommand(),
    accountsCommand(),
    keysCommand(),
    exportCommand(),
    doctorCommand(),
    modelsCommand(),
    restoreDrillCommand(),
  ];
  for (const command of commands) {
    program.addCommand(inheritSettings(program, command));
  }
  return program;
};

/**
 * Says once where output cannot be written, and makes the exit code of this process say so: the console ignores errors
 * of its streams. A reader that has left (EPIPE, as with `| head`) wants no more of it.
 */
export const reportLostOutput = (): void => {
  let isReported = false;
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (isReported || error.code === 'EPIPE') return;
    isReported = true;
    console.error(`tearline: The output could not be written: ${error.message}`);
    // The command may go on, and sets its own exit code.
    process.once('exit', (code) => {
      process.exitCode = Math.max(code, EXIT.io);
    });
  });
};

/**
 * Runs the command in this process, and sets `process.exitCode`. Does not throw.
 * @param args  the arguments after `tearline` on the command line
 */
export const runCommand = async (args: readonly string[]): Promise<void> => {
  const program = await makeProgram();
  try {
    await program.parseAsync(args, { from: 'user' });
  } catch (error) {
    if (error instanceof CommanderError) {
      // --help and --version also throw, with exit code 0; every other CommanderError is a usage error.
      process.exitCode = error.exitCode === 0 ? EXIT.ok : EXIT.usage;
    } else {
      console.error(`tearline: ${messageOf(error)}`);
      process.exitCode = exitCodeOf(error);
    }
  }
};
