/** The local adapters fulfil the contracts of their ports. */
import { mkdir, mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { StateMachineDefinition } from 'aws-local-stepfunctions';
import { afterAll } from 'vitest';
import { EventLog } from '../../adapters/local/event-log.ts';
import { FileBlobStore } from '../../adapters/local/blobs/file-blob-store.ts';
import { startHttpHost } from '../../adapters/local/http/http-host.ts';
import { LocalStateMachines } from '../../adapters/local/state-machines/local-state-machines.ts';
import { MailFolder } from '../../adapters/local/mail-folder.ts';
import { ModelProcess } from '../../adapters/local/model/model-process.ts';
import { PresignedUploads } from '../../adapters/local/http/presigned-uploads.ts';
import { SqliteTable } from '../../adapters/local/table/sqlite-table.ts';
import { SystemClock } from '../../core/system-clock.ts';
import { TrainingProcesses } from '../../adapters/local/model/training-processes.ts';
import { UploadSigner } from '../../adapters/local/http/upload-signer.ts';
import type { DomainEvent } from '../../core/ports.ts';
import { describeBlobStoreContract } from './blob-store.contract.ts';
import { describeEventBusContract } from './event-bus.contract.ts';
import { describeMailerContract } from './mailer.contract.ts';
import { MODEL_SERVER } from './model-server-program.ts';
import { describeModelTrainerContract, TRAINING_PROGRAM } from './model-trainer.contract.ts';
import { describeSplitModelContract } from './split-model.contract.ts';
import { CONTRACT_DEFINITION, describeStateMachinesContract } from './state-machines.contract.ts';
import { describeTableContract } from './table.contract.ts';

const clock = new SystemClock();

const makeFolder = async (): Promise<{ folder: string; remove: () => Promise<void> }> => {
  const folder = await mkdtemp(join(tmpdir(), 'tearline-contract-'));
  return { folder, remove: () => rm(folder, { recursive: true, force: true }) };
};

describeTableContract('SqliteTable', async () => {
  const { folder, remove } = await makeFolder();
  let now = new Date();
  const table = new SqliteTable(join(folder, 'table.sqlite'), { clock: { now: () => now } });
  return {
    table,
    setNow: (date) => {
      now = date;
    },
    close: async () => {
      table.close();
      await remove();
    },
  };
});

describeBlobStoreContract('FileBlobStore behind the local host', async () => {
  const { folder, remove } = await makeFolder();
  const signer = new UploadSigner('secret');
  const store = await FileBlobStore.open({ folder, signer });
  const uploads = new PresignedUploads({ store, signer, clock });
  const host = await startHttpHost({
    handler: () => Promise.resolve({ statusCode: 404, body: '' }),
    blobs: store,
    uploads,
    host: '127.0.0.1',
    port: 0,
    maxBodyBytes: 1,
    spoolFolder: folder,
  });
  return {
    blobs: store,
    send: async (upload, body, headers = {}) =>
      (
        await fetch(`${host.url}${upload.url}`, {
          method: upload.method,
          headers: { ...upload.headers, ...headers },
          body: Buffer.from(body),
        })
      ).status,
    openRange: (range) => store.openRange(range),
    close: async () => {
      await host.close();
      await remove();
    },
  };
});

describeStateMachinesContract('LocalStateMachines', (steps) => {
  // Plain JSON, as from a file.
  const definition = JSON.parse(JSON.stringify(CONTRACT_DEFINITION)) as StateMachineDefinition;
  const stateMachines = new LocalStateMachines({
    definitions: { 'process-document': definition, 'train-workflow': definition, 'migrate-workflows': definition },
    steps,
  });
  return Promise.resolve({ stateMachines, settled: () => stateMachines.close(), close: () => stateMachines.close() });
});

describeSplitModelContract('ModelProcess', async () => {
  const { folder, remove } = await makeFolder();
  const program = join(folder, 'model-server.mjs');
  await writeFile(program, MODEL_SERVER);
  const model = new ModelProcess({ program, windowBytes: 2_000_000 });
  return {
    model,
    close: async () => {
      await model.close();
      await remove();
    },
  };
});

/** The model container's own server, started once because it reads its weights. */
const container = { model: undefined as ModelProcess | undefined };
describeSplitModelContract('ModelProcess with the model container', () => {
  container.model ??= new ModelProcess();
  return Promise.resolve({ model: container.model, close: () => Promise.resolve() });
});
afterAll(async () => {
  await container.model?.close();
});

describeModelTrainerContract('TrainingProcesses', async () => {
  const { folder, remove } = await makeFolder();
  const program = join(folder, 'training.mjs');
  await writeFile(program, TRAINING_PROGRAM);
  const blobs = await FileBlobStore.open({
    folder: join(folder, 'blobs'),
    signer: new UploadSigner('secret'),
  });
  const trainer = await TrainingProcesses.open({ blobs, folder: join(folder, 'trainings'), program });
  return {
    trainer,
    blobs,
    close: async () => {
      await trainer.close();
      await remove();
    },
  };
});

describeMailerContract('MailFolder', async () => {
  const { folder, remove } = await makeFolder();
  const mails = join(folder, 'mail');
  return {
    mailer: new MailFolder(mails, clock),
    sent: async () => Promise.all((await readdir(mails)).sort().map((name) => readFile(join(mails, name), 'utf8'))),
    close: remove,
  };
});

describeEventBusContract('EventLog', async () => {
  const { folder, remove } = await makeFolder();
  const path = join(folder, 'events.jsonl');
  await mkdir(folder, { recursive: true });
  return {
    bus: new EventLog(path),
    // The file contains what the test published.
    received: async () =>
      (await readFile(path, 'utf8'))
        .trimEnd()
        .split('\n')
        .map((line) => JSON.parse(line) as DomainEvent),
    close: remove,
  };
});
