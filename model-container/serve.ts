/** The model container's server: the same program on SageMaker and as a child process of the local host. */
import { fstatSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { readWeights } from './model/weights-file.ts';
import { readSettings } from './settings.ts';
import { createSplitServer } from './split-server.ts';
import { openWorkflowModels } from './workflow-models.ts';

const settings = readSettings();
const base = await readWeights(join(settings.modelFolder, 'base.json'));
const server = createSplitServer({ base, workflows: openWorkflowModels(settings.workflowFolder, settings.keptModels) }, (error) => process.stderr.write(`${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`));

server.listen(settings.port, settings.host, () => {
  const { port } = server.address() as AddressInfo; // A TCP server's address is always one.
  process.stdout.write(`${JSON.stringify({ event: 'ready', port, model_version: base.version })}\n`);
});

process.once('SIGTERM', () => { server.close(() => process.exit(0)); server.closeIdleConnections(); });

// A parent that started this as its child holds the other end of a pipe; when it is gone, this goes too. On SageMaker there is no pipe.
const input = fstatSync(0);
if (input.isFIFO() || input.isSocket()) process.stdin.resume().once('end', () => process.exit(0)).once('error', () => process.exit(0));
process.once('disconnect', () => process.exit(0));
