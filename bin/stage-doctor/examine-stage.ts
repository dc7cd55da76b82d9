/** `tearline doctor --stage`: with `--before` the AWS account before the first deployment, without it the deployment. */
import { awsAccount } from '../../adapters/aws/account/aws-account.ts';
import { readStageSettings } from '../../lib/stages.ts';
import { StageSettingsError } from '../../lib/settings.ts';
import { EXIT, UsageError } from '../exit-codes.ts';
import type { ExitCode } from '../exit-codes.ts';
import { examineAccount } from './before-deployment.ts';
import { examineDeployment } from './deployed-stage.ts';
import { printed } from './findings.ts';
import type { Finding } from './findings.ts';
import { internetSite } from './internet-site.ts';
import { examineTools } from './tools.ts';

export interface StageDoctorOptions {
  readonly stage: string;
  readonly before?: true;
  readonly json?: true;
}

const settingsOf = (stage: string) => {
  try {
    return readStageSettings(stage);
  } catch (error) {
    if (error instanceof StageSettingsError) throw new UsageError(error.message, { cause: error });
    throw error;
  }
};

/**
 * Prints all findings.
 * @returns 1 where something is missing or could not be asked
 * @throws UsageError for an unknown stage or invalid settings
 */
export const examineStage = async ({ stage, before, json }: StageDoctorOptions): Promise<ExitCode> => {
  const settings = settingsOf(stage);
  const account = awsAccount({});
  const findings: readonly Finding[] =
    before === true
      ? [...(await examineTools(settings)), ...(await examineAccount(account, settings))]
      : await examineDeployment({ account, site: internetSite, settings, now: new Date() });
  console.log(json === true ? JSON.stringify(findings, undefined, 2) : printed(findings));
  return findings.some(({ status }) => status === 'missing' || status === 'unknown') ? EXIT.missing : EXIT.ok;
};
