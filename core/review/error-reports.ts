/**
 * Error reports, the older interface of feedback on extracted values. They are kept and shown to the account's owner;
 * extractions are not changed by them.
 */
import { z } from 'zod';
import type { Account } from '../accounts/account.ts';
import type { Caller } from '../accounts/caller.ts';
import {
  ConditionFailedError,
  ErrorReportsNotConfiguredError,
  IdempotencyKeyInUseError,
  ProcessingNotAccessibleError,
  ValidationError,
} from '../errors.ts';
import type { Key } from '../ports.ts';
import { putDependent } from '../requests/rows/dependent-rows.ts';
import { findProcessingRequest } from '../requests/find-processing-request.ts';
import { linkMade, putRecordPointer } from '../requests/idempotency.ts';
import type { KeyClaim } from '../requests/idempotency.ts';
import type { ProcessingRequest } from '../requests/processing-request.ts';
import { wellFormedText } from '../requests/request-sentences.ts';
import type { Service } from '../service.ts';
import { listPage } from '../storage/lists/list-page.ts';
import type { Page, PageRequest } from '../storage/lists/list-page.ts';

export const incorrectFieldSchema = z.strictObject({
  field: wellFormedText().min(1).max(500).describe('The attribute of an entity, in dot notation'),
  correct_value: wellFormedText().max(10_000),
});

export const errorReportSchema = z
  .strictObject({
    error_report_id: z.uuid(),
    processing_id: z.uuid(),
    processing_result: z.literal('extractions'),
    description: z.string().nullable(),
    incorrect_fields: z.array(z.strictObject({ field: z.string(), correct_value: z.string() })),
    created_at: z.iso.datetime(),
    created_by: z.string(),
  })
  .meta({ id: 'ErrorReport' });
export type ErrorReport = z.infer<typeof errorReportSchema>;

export interface NewErrorReport {
  /** Only `extractions` is supported. */
  readonly result: string;
  readonly processingId: string;
  readonly description?: string | undefined;
  readonly incorrectFields: readonly z.infer<typeof incorrectFieldSchema>[];
  readonly claim?: KeyClaim | undefined;
}

export const errorReportsPartition = (accountId: string): string => `ACCOUNT#${accountId}#ERROR_REPORTS`;
const keyOf = (accountId: string, { created_at: time, error_report_id: id }: ErrorReport): Key => ({
  pk: errorReportsPartition(accountId),
  sk: `${time}#${id}`,
});

/**
 * Keeps a report and returns its id.
 * @throws ErrorReportsNotConfiguredError, ValidationError (another result), ProcessingNotAccessibleError
 */
export const createErrorReport = async (
  service: Pick<Service, 'table' | 'clock' | 'ids'>,
  caller: Caller,
  wanted: NewErrorReport,
): Promise<{ readonly error_report_id: string }> => {
  if (caller.account.error_reports !== true) throw new ErrorReportsNotConfiguredError();
  if (wanted.result !== 'extractions')
    throw new ValidationError([
      { loc: ['path', 'processing_result'], msg: 'must be extractions', type: 'unsupported_result' },
    ]);
  const [made] = wanted.claim?.madeIds ?? [];
  // The process that kept the report died before it could answer.
  if (made !== undefined) return { error_report_id: made };
  const request = await findProcessingRequest(service, caller.account, wanted.processingId);
  const report: ErrorReport = {
    error_report_id: service.ids.uuid(),
    processing_id: request.processing_id,
    processing_result: 'extractions',
    description: wanted.description ?? null,
    incorrect_fields: [...wanted.incorrectFields],
    created_at: service.clock.now().toISOString(),
    created_by: caller.name,
  };
  await writeReport(service, request, report, wanted.claim);
  return { error_report_id: report.error_report_id };
};

const writeReport = async (
  service: Pick<Service, 'table' | 'clock'>,
  request: ProcessingRequest,
  report: ErrorReport,
  claim: KeyClaim | undefined,
): Promise<void> => {
  const key = keyOf(request.account_id, report);
  const writes = [...putDependent(request, `ERROR_REPORT#${report.error_report_id}`, key), { put: { ...key, report } }];
  try {
    await service.table.write([
      ...writes,
      ...(claim === undefined
        ? []
        : [linkMade(claim, [report.error_report_id]), putRecordPointer(claim, request, service.clock.now())]),
    ]);
  } catch (error) {
    if (!(error instanceof ConditionFailedError)) throw error;
    throw error.operations.includes(writes.length)
      ? new IdempotencyKeyInUseError()
      : new ProcessingNotAccessibleError();
  }
};

/** A page of the account's reports, the newest first. @throws ValidationError (cursor) */
export const listErrorReports = (
  service: Pick<Service, 'table'>,
  account: Account,
  page: PageRequest,
): Promise<Page<ErrorReport>> =>
  listPage(service, { pk: errorReportsPartition(account.account_id), descending: true }, page, (row) =>
    errorReportSchema.parse(row['report']),
  );
