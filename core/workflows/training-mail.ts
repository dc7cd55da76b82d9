/** What an account is told by mail when a training has ended. No word of a document is in it. */
import type { Mail } from '../ports.ts';
import type { Training } from './training.ts';

const percent = (share: number): string => `${(100 * share).toFixed(1)} %`;

const figures = ({ error_rate_before: before, error_rate_after: after }: Training): string =>
  before === undefined || after === undefined ? '' : `On documents held out, ${percent(before)} of the gaps were decided wrongly by the model in use before, ${percent(after)} by the new one.\n`;

const completed = (training: Training, name: string): Omit<Mail, 'to'> =>
  training.gate?.decision === 'go_live'
    ? { subject: `Training complete: ${name}`, text: `The workflow "${name}" now splits with the model ${training.model_version ?? ''}.\n${figures(training)}The model before is kept: you can go back to it.\n` }
    : { subject: `Training complete, model kept: ${name}`, text: `The workflow "${name}" has learnt, but goes on splitting with the model it has.\n${figures(training)}${training.gate?.reason ?? ''}\nMore annotated documents may help.\n` };

const failed = ({ failure }: Training, name: string): Omit<Mail, 'to'> => ({
  subject: `Training failed: ${name}`,
  text: `The training of the workflow "${name}" failed; the workflow goes on splitting with the model it has.\n${failure?.caused_by_document === true ? failure.detail : 'The cause is a fault of the service. Start the training again.'}\n`,
});

/** Subject and text about a training that was completed or has failed. */
export const mailAbout = (training: Training, workflowName: string): Omit<Mail, 'to'> =>
  training.state === 'failed' ? failed(training, workflowName) : completed(training, workflowName);
