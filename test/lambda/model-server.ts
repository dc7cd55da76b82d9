/** The model container's server, started as SageMaker does, on a free port. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

export interface ModelServer {
  readonly url: string;
  close(): void;
}

const PROGRAM = fileURLToPath(new URL('../../model-container/start.ts', import.meta.url));

export const startModelServer = async (): Promise<ModelServer> => {
  const child = spawn(process.execPath, [PROGRAM, 'serve'], {
    env: { PORT: '0', HOST: '127.0.0.1' },
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const [line] = (await once(createInterface(child.stdout), 'line')) as [string];
  const { port } = JSON.parse(line) as { port: number };
  return {
    url: `http://127.0.0.1:${port}`,
    close: () => {
      child.kill('SIGKILL');
    },
  };
};
