/** The mail to an account about a training that has ended. */
import { writeMail } from '../../events/mail-templates.ts';
import type { MailText } from '../../events/mail-templates.ts';
import type { Training } from './training.ts';

const percent = (share: number): string => `${(100 * share).toFixed(1)} %`;

/** Returns one line with both error rates, or an empty string where they are unknown. */
const figuresOf = ({ error_rate_before: before, error_rate_after: after }: Training): string =>
  before === undefined || after === undefined
    ? ''
    : `On documents held out, ${percent(before)} of the gaps were decided wrongly by the model in use before, ` +
      `${percent(after)} by the new one.\n`;

const completed = (training: Training, workflowName: string): MailText => {
  const values = { workflow_name: workflowName, figures: figuresOf(training) };
  return training.gate?.decision === 'go_live'
    ? writeMail('training-complete', { ...values, model_version: training.model_version ?? '' })
    : writeMail('training-complete-model-kept', { ...values, reason: training.gate?.reason ?? '' });
};

const failed = ({ failure }: Training, workflowName: string): MailText =>
  writeMail('training-failed', {
    workflow_name: workflowName,
    reason:
      failure?.caused_by_document === true
        ? failure.detail
        : 'The cause is a fault of the service. Start the training again.',
  });

/** Returns the subject and text of the mail about a training that was completed or has failed. */
export const writeTrainingMail = (training: Training, workflowName: string): MailText =>
  training.state === 'failed' ? failed(training, workflowName) : completed(training, workflowName);
