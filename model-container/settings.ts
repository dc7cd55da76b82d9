/** Where the model container reads the environment, in SageMaker's names. */
import { fileURLToPath } from 'node:url';

export interface ContainerSettings {
  readonly host: string;
  readonly port: number;
  /** Folder that holds base.json. */
  readonly modelFolder: string;
}

const OWN_WEIGHTS = fileURLToPath(new URL('./weights/', import.meta.url));

/** `PORT` (default 8080), `HOST` (default all addresses), `SM_MODEL_DIR` (default the container's own weights). @throws RangeError */
export function readSettings(environment: NodeJS.ProcessEnv = process.env): ContainerSettings {
  const port = Number(environment['PORT'] ?? '8080');
  if (!Number.isInteger(port) || port < 0 || port > 65_535) throw new RangeError(`PORT is ${environment['PORT'] ?? ''}: it must be a number from 0 to 65535.`);
  return { host: environment['HOST'] ?? '0.0.0.0', port, modelFolder: environment['SM_MODEL_DIR'] ?? OWN_WEIGHTS };
}
