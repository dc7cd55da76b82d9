/** Entry of the model container's server. It runs on SageMaker and as a child process of the local host. */
import { fstatSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { folderWeights } from './serving/folder-weights.ts';
import { readWeights } from './classifiers/weights-file.ts';
import { readSettings } from './settings.ts';
import { createSplitServer } from './serving/split-server.ts';
import { openWorkflowModels } from './serving/workflow-models.ts';
import type { ReadWeights } from './serving/workflow-models.ts';

const settings = readSettings();

/** Loads the AWS SDK only where the weights are in S3: the local host starts without it. */
async function weightsSource(): Promise<ReadWeights | undefined> {
  if (settings.workflowFolder !== undefined) return folderWeights(settings.workflowFolder);
  if (settings.workflowBucket === undefined) return undefined;
  const { s3Weights } = await import('./serving/s3-weights.ts');
  return s3Weights(settings.workflowBucket);
}

const base = await readWeights(join(settings.modelFolder, 'base.json'));
const server = createSplitServer(
  { base, workflows: openWorkflowModels(await weightsSource(), settings.keptModels) },
  {
    maxBodyBytes: settings.maxBodyBytes,
    onFault: (error) =>
      process.stderr.write(`${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`),
  },
);

server.listen(settings.port, settings.host, () => {
  const { port } = server.address() as AddressInfo; // Cast: the address of a TCP server.
  process.stdout.write(`${JSON.stringify({ event: 'ready', port, model_version: base.version })}\n`);
});

process.once('SIGTERM', () => {
  server.close(() => process.exit(0));
  server.closeIdleConnections();
});

// As a child process: standard input is a pipe to the parent, and its end means that the parent has ended. SageMaker
// has no pipe.
const input = fstatSync(0);
if (input.isFIFO() || input.isSocket())
  process.stdin
    .resume()
    .once('end', () => process.exit(0))
    .once('error', () => process.exit(0));
process.once('disconnect', () => process.exit(0));
