/** Opens an address in the browser of this machine. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';

const COMMANDS: Readonly<Partial<Record<NodeJS.Platform, readonly string[]>>> = {
  darwin: ['open'],
  win32: ['cmd', '/c', 'start', '""'],
};

/** A machine without a browser is no reason to stop: the link was printed. */
export const openBrowser = async (url: string): Promise<void> => {
  const [command = 'xdg-open', ...before] = COMMANDS[process.platform] ?? ['xdg-open'];
  const child = spawn(command, [...before, url], { stdio: 'ignore', detached: true });
  child.unref();
  try {
    await once(child, 'spawn');
  } catch {
    console.error('No browser could be opened: open the link yourself.');
  }
};
