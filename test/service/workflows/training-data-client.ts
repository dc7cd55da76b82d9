/** Calls of a customer who keeps training data, on the API on fakes. */
import type { TrainingDocumentView } from '../../../core/workflows/documents/list-training-documents.ts';
import type { WorkflowView } from '../../../core/workflows/list-workflows.ts';
import { multipartBody, MULTIPART } from '../harness/multipart-body.ts';
import type { FormPart } from '../harness/multipart-body.ts';
import type { Answer, TestApi } from '../harness/test-api.ts';

export const JSON_TYPE = { 'Content-Type': 'application/json' };

/** Sends JSON. */
export const send = (
  api: TestApi,
  method: string,
  url: string,
  body: unknown,
  headers: Readonly<Record<string, string>> = {},
): Promise<Answer> => api.call({ method, url, headers: { ...JSON_TYPE, ...headers }, body: JSON.stringify(body) });

export const createWorkflow = async (api: TestApi, more: object = {}): Promise<WorkflowView> => {
  const answer = await send(api, 'POST', '/workflows', { workflow_name: 'Incoming mail', ...more });
  return answer.json<WorkflowView>();
};

export const filePart = (bytes: Uint8Array, name = 'letter.pdf'): FormPart => ({
  name: 'file',
  value: bytes,
  disposition: `filename="${name}"`,
  type: 'application/pdf',
});

export const documentsPath = (workflow: Pick<WorkflowView, 'workflow_id'>): string =>
  `/workflows/${workflow.workflow_id}/training-documents`;

/** Sends files in one form. */
export const sendFiles = (
  api: TestApi,
  workflow: Pick<WorkflowView, 'workflow_id'>,
  files: readonly Uint8Array[],
  fields: Readonly<Record<string, string>> = { upload_mode: 'already_split' },
  headers: Readonly<Record<string, string>> = {},
): Promise<Answer> =>
  api.call({
    method: 'POST',
    url: documentsPath(workflow),
    headers: { ...MULTIPART, ...headers },
    body: multipartBody([
      ...files.map((bytes, index) => filePart(bytes, `letter-${index + 1}.pdf`)),
      ...Object.entries(fields).map(([name, value]) => ({ name, value })),
    ]),
  });

export const addFiles = async (...call: Parameters<typeof sendFiles>): Promise<readonly TrainingDocumentView[]> =>
  (await sendFiles(...call)).json<{ items: readonly TrainingDocumentView[] }>().items;

export const readDocument = async (
  api: TestApi,
  document: Pick<TrainingDocumentView, 'workflow_id' | 'document_id'>,
): Promise<TrainingDocumentView> =>
  (await api.call({ url: `${documentsPath(document)}/${document.document_id}` })).json<TrainingDocumentView>();

export const listDocuments = async (
  api: TestApi,
  workflow: Pick<WorkflowView, 'workflow_id'>,
  query = '',
): Promise<{ items: readonly TrainingDocumentView[]; next: string | null }> =>
  (await api.call({ url: `${documentsPath(workflow)}${query}` })).json();
