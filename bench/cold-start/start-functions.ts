/** Starts functions of packages: those of a document's way with one document, those of trainings with an event that they refuse. */
import { readFile } from 'node:fs/promises';
import { EmulatedCloud } from '../../test/lambda/emulated-cloud.ts';
import { EmulatedFunction } from '../../test/lambda/emulated-function.ts';
import type { Packages } from '../../lib/packages/build-packages.ts';
import { MULTIPART, uploadBody } from '../../test/service/harness/multipart-body.ts';
import { StartObserver } from './observe-starts.ts';
import type { ColdStart } from './observe-starts.ts';

const GENERIC_WORKFLOW = '00000000-0000-4000-8000-000000000001';
const SAMPLE = new URL('../../samples/mixed-mail.pdf', import.meta.url);

/** Functions of trainings, and RecordFailure; their first event is refused, so that only their start counts. */
const OTHERS = [
  'PrepareTraining',
  'StartTraining',
  'CheckTraining',
  'EvaluateModel',
  'GateModel',
  'DeployModel',
  'CompleteTraining',
  'RecordTrainingFailure',
  'RecordFailure',
] as const;

const succeeded = (status: number, wanted: number, what: string): void => {
  if (status !== wanted) throw new Error(`${what} was answered ${status} instead of ${wanted}.`);
};

const sendDocument = async (cloud: EmulatedCloud): Promise<void> => {
  const { api_key: key } = (await cloud.invoke('CreateKey', {})) as { readonly api_key: string };
  const headers = { Authorization: `ApiKey ${key}` };
  const accepted = await cloud.gateway.call({
    method: 'POST',
    url: `/processing/${GENERIC_WORKFLOW}?wait_for=0`,
    headers: { ...headers, ...MULTIPART },
    body: uploadBody(await readFile(SAMPLE)),
  });
  succeeded(accepted.status, 202, 'The document');
  const { processing_id: id } = JSON.parse(accepted.body.toString()) as { readonly processing_id: string };
  await cloud.documents.end(id);
  const url = `/processing/results/${id}`;
  succeeded((await cloud.gateway.call({ url, headers })).status, 200, 'Its result');
  succeeded((await cloud.gateway.call({ url: `${url}/split-pdfs/0`, headers })).status, 200, 'Its first PDF');
};

/** Starts the functions of documents and trainings, each once. @throws Error where the document does not succeed */
export const startFunctions = async (motoUrl: string, packages: Packages): Promise<readonly ColdStart[]> => {
  const observer = new StartObserver();
  const cloud = await EmulatedCloud.start({ motoUrl, packages, onStage: observer.onStage });
  try {
    await sendDocument(cloud);
    for (const name of OTHERS) await cloud.invoke(name, {}).catch(() => undefined);
  } finally {
    await cloud.close();
  }
  return observer.starts.map(({ name, init, first }) =>
    (OTHERS as readonly string[]).includes(name) ? { name, init } : { name, init, ...(first && { first }) },
  );
};

/** The start of a function that does nothing: what the runtime of the emulation takes. @param folder  holds empty.mjs */
export const startEmptyFunction = async (folder: string): Promise<ColdStart> => {
  const observer = new StartObserver();
  const empty = await EmulatedFunction.start({
    name: 'empty',
    codeFolder: folder,
    handler: 'empty.handler',
    onStage: observer.onStage,
  });
  await empty.invoke({});
  await empty.close();
  const [start] = observer.starts;
  if (start === undefined) throw new Error('The empty function did not start.');
  return start;
};
