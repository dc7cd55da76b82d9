/** A customer's workflow with training documents, on fakes. */
import { accountKey } from '../../../core/accounts/account.ts';
import type { Mail } from '../../../core/ports.ts';
import { processDocument } from '../../../core/processing/process-document.ts';
import type { ServiceSettings } from '../../../core/service.ts';
import { readJsonBlob } from '../../../core/storage/json-blob.ts';
import { documentSplittingSchema, processingParametersSchema } from '../../../core/requests/processing-request.ts';
import { processingBlobs } from '../../../core/requests/processing-blobs.ts';
import { requestTraining } from '../../../core/workflows/training/request-training.ts';
import type { Training } from '../../../core/workflows/training/training.ts';
import { getTraining } from '../../../core/workflows/training/trainings.ts';
import { readWorkflow } from '../../../core/workflows/workflow.ts';
import type { WorkflowRow } from '../../../core/workflows/workflow.ts';
import { writeFakeDocument } from '../../fakes/documents/fake-document.ts';
import { addAccount, fakeService } from '../../fakes/fake-service.ts';
import type { FakeService } from '../../fakes/fake-service.ts';
import type { FakeTraining } from '../../fakes/fake-trainer.ts';
import { addTrainingDocument, addWorkflow } from '../../fakes/fake-workflows.ts';
import { recordOf } from './pipeline-harness.ts';

interface World {
  readonly service: FakeService;
  readonly mails: Mail[];
  readonly workflow: WorkflowRow;
  /** Reads the workflow's row. */
  readonly state: () => Promise<WorkflowRow | undefined>;
  readonly train: (training?: FakeTraining) => Promise<Training>;
  readonly read: (training: Training) => Promise<Training>;
}

/** @param documents  number of annotated documents, of one to three pages */
export const openWorld = async (documents = 6, settings: Partial<ServiceSettings> = {}): Promise<World> => {
  const mails: Mail[] = [];
  const service: FakeService = Object.assign(fakeService(settings), {
    mailer: {
      send: (mail: Mail) => {
        mails.push(mail);
        return Promise.resolve();
      },
    },
  });
  const { account } = await addAccount(service, 'Customer');
  await service.table.write([
    { put: { ...accountKey(account.account_id), ...account, email: 'people@customer.example' } },
  ]);
  const workflow = await addWorkflow(service, account.account_id);
  for (let number = 0; number < documents; number += 1)
    await addTrainingDocument(service, workflow, [recordOf(1), recordOf(2), recordOf(3)].slice(0, 1 + (number % 3)));
  const read = (training: Training) => getTraining(service, training);
  return {
    service,
    mails,
    workflow,
    read,
    state: () => readWorkflow(service, workflow),
    train: async (training = {}) => {
      service.trainer.training = training;
      return read(await requestTraining(service, { ...workflow, collections: null }));
    },
  };
};

/** Splits a file of three pages with the workflow and returns the pages of each document. */
export const splitting = async ({ service, workflow }: World) => {
  const account = {
    account_id: workflow.account_id,
    name: 'Customer',
    max_pages: null,
    created_at: '2026-01-01T00:00:00.000Z',
  };
  const file = { name: 'mail.pdf', bytes: writeFakeDocument({ pages: 3 }) };
  const { processing_id: id } = await processDocument(service, account, {
    workflowKey: workflow.workflow_id,
    file,
    parameters: processingParametersSchema.parse({}),
  });
  const { sub_documents: parts } = await readJsonBlob(
    service.blobs,
    processingBlobs(account.account_id, id).documentSplitting,
    documentSplittingSchema,
  );
  return parts.map(({ pages }) => pages);
};
