/** The deployable stages by name. */
import { checkStageSettings, StageSettingsError } from './settings.ts';
import type { StageSettings } from './settings.ts';
import { dev } from './settings/dev.ts';
import { prod } from './settings/prod.ts';

const stages: Readonly<Record<string, StageSettings>> = { dev, prod };

/**
 * The validated settings of a stage.
 * @param stage  value of the CDK context variable `stage`
 * @throws StageSettingsError
 */
export const readStageSettings = (stage: unknown): StageSettings => {
  const found = typeof stage === 'string' && Object.hasOwn(stages, stage) ? stages[stage] : undefined;
  if (found === undefined)
    throw new StageSettingsError(`Say which stage: -c stage=${Object.keys(stages).join(' or -c stage=')}.`);
  return checkStageSettings(found);
};

/**
 * Whether this is the first deployment of a stage.
 * @param first  value of the CDK context variable `first`: text, or a boolean from a file
 * @throws StageSettingsError
 */
export const isFirstDeployment = (first: unknown): boolean => {
  if (first === undefined || first === 'false' || first === false) return false;
  if (first === 'true' || first === true) return true;
  throw new StageSettingsError('Say -c first=true for the first deployment of a stage, and nothing for later ones.');
};

/** For the first deployment, `-c first=true`: CDK cannot delete a protected stack whose creation failed. */
export const withoutProtection = (settings: StageSettings): StageSettings => ({
  ...settings,
  data: { ...settings.data, deletionProtection: false },
});
