/** The mail to an account about a training that has ended. */
import { pageLine, percent, writeMail } from '../../events/mail-templates.ts';
import type { MailText } from '../../events/mail-templates.ts';
import { disclosed } from '../../requests/failure.ts';
import type { Service } from '../../service.ts';
import type { ModelReport } from '../models/evaluation/model-report.ts';
import type { WorkflowRow } from '../workflow.ts';
import type { Training } from './training.ts';

type Settings = Pick<Service['settings'], 'webUrl'>;
type AboutWorkflow = Readonly<Record<'workflow_name' | 'page', string>>;

/** Returns one line with both error rates, or an empty string where they are unknown. */
const figuresOf = ({ error_rate_before: before, error_rate_after: after }: Training): string =>
  before === undefined || after === undefined
    ? ''
    : `On documents held out, ${percent(before)} of the gaps were decided wrongly by the model in use before, ` +
      `${percent(after)} by the new one.\n`;

/** How sure the new model is, and whether more data is recommended and how much. */
const assess = (report: ModelReport | undefined): string =>
  report === undefined ? '' : `${report.verdict.detail}\n${report.more_data.advice}\n`;

/** What the mail says of the workflow. There is no page of one that was deleted. */
const aboutWorkflow = ({ webUrl }: Settings, workflow: WorkflowRow | undefined): AboutWorkflow =>
  workflow === undefined
    ? { workflow_name: 'a deleted workflow', page: '' }
    : { workflow_name: workflow.workflow_name, page: pageLine(webUrl, `/workflows/${workflow.workflow_id}/training`) };

const completed = (training: Training, about: AboutWorkflow, report: ModelReport | undefined): MailText => {
  const values = { ...about, figures: figuresOf(training), assessment: assess(report) };
  return training.gate?.decision === 'go_live'
    ? writeMail('training-complete', { ...values, model_version: training.model_version ?? '' })
    : writeMail('training-complete-model-kept', { ...values, reason: training.gate?.reason ?? '' });
};

const failed = ({ failure }: Training, about: AboutWorkflow): MailText =>
  writeMail('training-failed', {
    ...about,
    reason: disclosed(failure)?.detail ?? 'The cause is a fault of the service. Start the training again.',
  });

/**
 * Returns the subject and text of the mail about a training that was completed or has failed.
 * @param workflow  undefined where it was deleted
 * @param report  of the new model; undefined where there is none any more
 */
export const writeTrainingMail = (
  settings: Settings,
  training: Training,
  workflow: WorkflowRow | undefined,
  report: ModelReport | undefined,
): MailText => {
  const about = aboutWorkflow(settings, workflow);
  return training.state === 'failed' ? failed(training, about) : completed(training, about, report);
};
