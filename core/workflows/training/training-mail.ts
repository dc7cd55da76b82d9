/** What an account is told by mail when a training has ended. */
import { writeMail } from '../../events/mail-templates.ts';
import type { MailText } from '../../events/mail-templates.ts';
import type { Training } from './training.ts';

const percent = (share: number): string => `${(100 * share).toFixed(1)} %`;

/** A line of its own, or nothing. */
const figuresOf = ({ error_rate_before: before, error_rate_after: after }: Training): string =>
  before === undefined || after === undefined
    ? ''
    : `On documents held out, ${percent(before)} of the gaps were decided wrongly by the model in use before, ${percent(after)} by the new one.\n`;

const completed = (training: Training, workflowName: string): MailText => {
  const said = { workflow_name: workflowName, figures: figuresOf(training) };
  return training.gate?.decision === 'go_live'
    ? writeMail('training-complete', { ...said, model_version: training.model_version ?? '' })
    : writeMail('training-complete-model-kept', { ...said, reason: training.gate?.reason ?? '' });
};

const failed = ({ failure }: Training, workflowName: string): MailText =>
  writeMail('training-failed', {
    workflow_name: workflowName,
    reason:
      failure?.caused_by_document === true
        ? failure.detail
        : 'The cause is a fault of the service. Start the training again.',
  });

/** Subject and text about a training that was completed or has failed. */
export const mailAbout = (training: Training, workflowName: string): MailText =>
  training.state === 'failed' ? failed(training, workflowName) : completed(training, workflowName);
