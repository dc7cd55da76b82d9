/** The trainings of a workflow, as the API shows them. */
import type { Account } from '../../../accounts/account.ts';
import { listPage } from '../../../storage/lists/list-page.ts';
import type { Page, PageRequest } from '../../../storage/lists/list-page.ts';
import type { Service } from '../../../service.ts';
import { findOwnWorkflow } from '../../find-own-workflow.ts';
import { workflowPartition } from '../../../requests/workflows/workflow-key.ts';
import { trainingSchema } from '../training.ts';
import { getTraining, TRAINING_PREFIX } from '../trainings.ts';
import { viewTraining } from './training-view.ts';
import type { TrainingView } from './training-view.ts';

type Reader = Pick<Service, 'table' | 'clock'>;

/**
 * Returns a page of the history, the latest training first.
 * @throws WorkflowNotFoundError, WorkflowNotTrainableError, ValidationError (the cursor)
 */
export const listTrainings = async (
  service: Reader,
  account: Pick<Account, 'account_id'>,
  workflowKey: string,
  page: PageRequest,
): Promise<Page<TrainingView>> => {
  const workflow = await findOwnWorkflow(service, account, workflowKey);
  const query = { pk: workflowPartition(workflow), skBeginsWith: TRAINING_PREFIX, descending: true };
  const now = service.clock.now();
  return listPage(service, query, page, (item) => viewTraining(trainingSchema.parse(item), now));
};

/** @throws WorkflowNotFoundError, WorkflowNotTrainableError, NotFoundError (no such training) */
export const findTraining = async (
  service: Reader,
  account: Pick<Account, 'account_id'>,
  workflowKey: string,
  trainingId: string,
): Promise<TrainingView> => {
  const { account_id, workflow_id } = await findOwnWorkflow(service, account, workflowKey);
  const training = await getTraining(service, { account_id, workflow_id, training_id: trainingId.toLowerCase() });
  return viewTraining(training, service.clock.now());
};
