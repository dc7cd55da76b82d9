/** Creates a workflow of an account. */
import type { Account } from '../accounts/account.ts';
import { ConditionFailedError, IdempotencyKeyInUseError } from '../errors.ts';
import type { DocumentSpecification } from '../requests/workflows/document-specification.ts';
import { linkMade } from '../requests/idempotency.ts';
import type { KeyClaim } from '../requests/idempotency.ts';
import type { Service } from '../service.ts';
import { discard } from '../processing/store-upload.ts';
import { claimUpload } from '../requests/uploads.ts';
import { findOwnWorkflow } from './find-own-workflow.ts';
import { putWorkflow } from './workflow.ts';
import type { WorkflowRow } from './workflow.ts';
import { storeThumbnail } from './workflow-thumbnail.ts';

export interface NewWorkflow {
  readonly workflow_name: string;
  readonly description?: string | undefined;
  readonly document_specification: DocumentSpecification;
  /** An image. */
  readonly thumbnail?: { readonly bytes: Uint8Array } | undefined;
  readonly learns_from_corrections?: boolean | undefined;
  /** Of the request's idempotency key. */
  readonly claim?: KeyClaim | undefined;
}

/**
 * Creates a workflow and returns it. Its metadata and its document specification are fixed from now on. A claim that
 * names a workflow returns that workflow.
 * @throws ValidationError (the thumbnail is no image), IdempotencyKeyInUseError (the claim was taken over), StorageFullError
 */
export const createWorkflow = async (
  service: Service,
  account: Pick<Account, 'account_id'>,
  {
    claim,
    workflow_name,
    description,
    document_specification,
    learns_from_corrections = false,
    thumbnail,
  }: NewWorkflow,
): Promise<WorkflowRow> => {
  const [made] = claim?.madeIds ?? [];
  if (made !== undefined) return findOwnWorkflow(service, account, made);
  const workflow: WorkflowRow = {
    workflow_id: service.ids.uuid(),
    account_id: account.account_id,
    workflow_name,
    ...(description === undefined ? {} : { description }),
    ...(thumbnail === undefined ? {} : { has_thumbnail: true }),
    document_specification,
    learns_from_corrections,
    created_at: service.clock.now().toISOString(),
    training_state: 'untrained',
  };
  const upload = thumbnail === undefined ? undefined : await storeThumbnail(service, workflow, thumbnail.bytes);
  try {
    await service.table.write([
      putWorkflow(workflow),
      ...(upload === undefined ? [] : [claimUpload(upload)]),
      ...(claim === undefined ? [] : [linkMade(claim, [workflow.workflow_id])]),
    ]);
  } catch (error) {
    if (upload !== undefined) await discard(service, upload);
    if (error instanceof ConditionFailedError && claim !== undefined) throw new IdempotencyKeyInUseError();
    throw error;
  }
  return workflow;
};
