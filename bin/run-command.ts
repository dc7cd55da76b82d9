/** The command with its subcommands: each is a file in commands/, loaded when it is called. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Command, CommanderError } from 'commander';
import { doctorCommand } from './commands/doctor.ts';
import { keysCommand } from './commands/keys.ts';
import { splitCommand } from './commands/split.ts';
import { startCommand } from './commands/start.ts';
import { EXIT, EXIT_CODES_HELP, exitCodeOf, messageOf } from './exit-codes.ts';

const versionOf = async (): Promise<string> => {
  const text = await readFile(join(import.meta.dirname, '../package.json'), 'utf8');
  // Our own package.json has a version.
  return (JSON.parse(text) as { version: string }).version;
};

/** On every level: a mistake throws, instead of ending the process with commander's own code. */
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
    .showHelpAfterError('(tearline --help lists the commands)')
    .exitOverride();
  for (const command of [startCommand(), splitCommand(), keysCommand(), doctorCommand()]) {
    program.addCommand(inheritSettings(program, command));
  }
  return program;
};

/**
 * Runs the command in this process, whose exit code it sets.
 * @param given  what stands after `tearline` on the command line
 */
export const runCommand = async (given: readonly string[]): Promise<void> => {
  const program = await makeProgram();
  try {
    await program.parseAsync(given, { from: 'user' });
  } catch (error) {
    if (error instanceof CommanderError) {
      // Help and version are no mistakes; everything else that commander throws is one of the command line.
      process.exitCode = error.exitCode === 0 ? EXIT.ok : EXIT.usage;
    } else {
      console.error(`tearline: ${messageOf(error)}`);
      process.exitCode = exitCodeOf(error);
    }
  }
};
