/** `tearline restore-drill --stage prod`: whether the backups of a deployed stage can be restored, and how long it takes. */
import { setTimeout as pause } from 'node:timers/promises';
import { awsAccount, readable } from '../../adapters/aws/account/aws-account.ts';
import { fileRecovery, tableRecovery } from '../../adapters/aws/account/recovery.ts';
import { EXIT, UsageError } from '../exit-codes.ts';
import type { ExitCode } from '../exit-codes.ts';
import { drillFile } from './drill-file.ts';
import { drillTable } from './drill-table.ts';
import { DrillFailedError, lineOf } from './outcomes.ts';
import type { Outcome, Report } from './outcomes.ts';

export interface RestoreDrillOptions {
  readonly stage: string;
  /** The time to restore. Absent: that at which the rows are read. */
  readonly to?: Date;
  /** Number of rows that are compared. */
  readonly sample: number;
  readonly keep?: true;
  readonly json?: true;
}

/** Of this drill's copy; CloudTrail's data events include tables whose names begin with the stage's. */
const copyName = (table: string, now: Date): string =>
  `${table}-drill-${now.toISOString().slice(0, 19).replaceAll(/[-:]/g, '')}`;

const only = (resources: Readonly<Record<string, string>>, begin: string): string => {
  const found = Object.entries(resources).find(([id]) => id.startsWith(begin))?.[1];
  if (found === undefined) throw new UsageError(`The stack has no resource ${begin}…: was it deployed completely?`);
  return found;
};

/** The table and the bucket of documents of a stage. @throws UsageError where it is not deployed here */
const findData = async (stage: string) => {
  const account = awsAccount({});
  const stack = `Tearline-${stage}`;
  try {
    const region = await account.region();
    if ((await account.stack(stack)) === undefined) throw new UsageError(`There is no stack ${stack} in ${region}.`);
    return {
      region,
      table: only(await account.resources(stack, 'AWS::DynamoDB::Table'), 'Table'),
      bucket: only(await account.resources(stack, 'AWS::S3::Bucket'), 'StorageDocuments'),
    };
  } catch (error) {
    if (error instanceof UsageError) throw error;
    throw new UsageError(`The stage cannot be found: ${readable(error)}.`, { cause: error });
  }
};

/** A failed step has been reported; what comes next is independent of it. */
const reported = async (drill: Promise<void>): Promise<void> => {
  try {
    await drill;
  } catch (error) {
    if (!(error instanceof DrillFailedError)) throw error;
  }
};

/**
 * Prints each step when it ends; with `json` all of them at the end.
 * @returns 1 where a step failed
 * @throws UsageError where the stage is not deployed in this account and region
 */
export const drillStage = async ({ stage, to, sample, keep, json }: RestoreDrillOptions): Promise<ExitCode> => {
  const { region, table, bucket } = await findData(stage);
  const outcomes: Outcome[] = [];
  const report: Report = (outcome) => {
    outcomes.push(outcome);
    if (json !== true) console.log(lineOf(outcome));
  };
  const now = (): Date => new Date();
  const copy = copyName(table, now());
  await reported(drillFile({ files: fileRecovery({ region }, bucket), report }));
  await reported(
    drillTable({
      tables: tableRecovery({ region }),
      table,
      copy,
      to,
      sample,
      keep: keep === true,
      report,
      now,
      pause: async (ms) => {
        await pause(ms);
      },
    }),
  );
  if (json === true) console.log(JSON.stringify(outcomes, undefined, 2));
  return outcomes.some(({ status }) => status === 'failed') ? EXIT.missing : EXIT.ok;
};
