/** Announces a migration: by a mail with the comparison, and by its event. */
import { findAccount } from '../../accounts/account.ts';
import { sendMail } from '../../accounts/mail-suppression.ts';
import { TearlineError, isTransient } from '../../errors.ts';
import { pageLine, percent, writeMail } from '../../events/mail-templates.ts';
import type { MailText } from '../../events/mail-templates.ts';
import { publishPending, putPendingEvent } from '../../events/pending-events.ts';
import type { DomainEvent } from '../../ports.ts';
import { writeConditionally } from '../../requests/processing-requests.ts';
import { workflowRowKey } from '../../requests/workflows/workflow-key.ts';
import type { Service } from '../../service.ts';
import { getModel } from '../models/read-models.ts';
import type { WorkflowModel } from '../models/models.ts';
import type { WorkflowRow } from '../workflow.ts';
import { NOTICE_MS } from './migration.ts';
import type { Migration } from './migration.ts';
import { writeMigration } from './write-migration.ts';

export type AnnouncingService = Pick<Service, 'table' | 'events' | 'mailer' | 'clock' | 'settings'>;

const comparisonOf = ({ error_rate_before: before, error_rate_after: after, gate }: WorkflowModel): string =>
  `On documents held out, the model in use decides ${percent(before)} of the gaps wrongly, the new one ` +
  `${percent(after)}. ${gate.reason}`;

const textOf = (
  { settings }: AnnouncingService,
  workflow: WorkflowRow,
  migration: Migration,
  model: WorkflowModel,
): MailText => {
  const values = {
    workflow_name: workflow.workflow_name,
    preview_id: migration.preview_workflow_id,
    comparison: comparisonOf(model),
    page: pageLine(settings.webUrl, `/workflows/${workflow.workflow_id}/migration`),
  };
  return migration.due_at === undefined
    ? writeMail('migration-offered', values)
    : writeMail('migration-announced', { ...values, due_date: migration.due_at.slice(0, 10) });
};

const eventOf = (workflow: WorkflowRow, migration: Migration, time: string): DomainEvent => ({
  // The preview's id: the same on every repetition.
  id: migration.preview_workflow_id,
  type: 'migration.announced',
  accountId: workflow.account_id,
  time,
  data: {
    workflow_id: workflow.workflow_id,
    preview_workflow_id: migration.preview_workflow_id,
    due_at: migration.due_at ?? null,
    error_rate_before: migration.error_rate_before ?? null,
    error_rate_after: migration.error_rate_after ?? null,
  },
});

/**
 * A permanently refused mail must not keep the migration from going on: the event announces it too.
 * @returns what the migration records of the mail
 */
const mail = async (
  service: AnnouncingService,
  accountId: string,
  text: MailText,
): Promise<Pick<Migration, 'mail_failure'>> => {
  const account = await findAccount(service.table, accountId);
  if (account?.email === undefined) return {};
  try {
    await sendMail(service, { to: [account.email], ...text });
    return {};
  } catch (error) {
    if (isTransient(error) || !(error instanceof TearlineError)) throw error;
    return { mail_failure: error.code };
  }
};

/**
 * Announces the migration to the preview's model. The notice of 14 days begins with the mail. After a crash before the
 * migration is written, the next call repeats the mail; the event is written with the migration and has its day.
 */
export const announceMigration = async (
  service: AnnouncingService,
  workflow: WorkflowRow,
  migration: Migration,
  preview: WorkflowRow,
): Promise<void> => {
  const model = await getModel(service, preview, preview.model_version ?? '');
  const now = service.clock.now();
  const automatic = model.gate.decision === 'go_live';
  const announced: Migration = {
    ...migration,
    state: 'announced',
    model_version: model.model_version,
    automatic,
    error_rate_before: model.error_rate_before,
    error_rate_after: model.error_rate_after,
    reason: model.gate.reason,
    ...(automatic ? { due_at: new Date(now.getTime() + NOTICE_MS).toISOString() } : {}),
  };
  const mailed = await mail(service, workflow.account_id, textOf(service, workflow, announced, model));
  const due = announced.due_at === undefined ? {} : { migration_due_at: announced.due_at };
  const event = eventOf(workflow, announced, now.toISOString());
  const written = await writeConditionally(service, [
    writeMigration(workflow, { ...announced, ...mailed, announced_at: now.toISOString() }, { set: due }),
    { update: workflowRowKey(preview), set: due, when: [{ item: 'present' }] },
    putPendingEvent(event),
  ]);
  if (written) await publishPending(service, event);
};
