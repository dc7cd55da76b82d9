/** The stages that can be deployed, by name. */
import { checkStageSettings, StageSettingsError } from './settings.ts';
import type { StageSettings } from './settings.ts';
import { dev } from './settings/dev.ts';
import { prod } from './settings/prod.ts';

const stages: Readonly<Record<string, StageSettings>> = { dev, prod };

/**
 * Checked before anything is synthesised.
 * @param stage  what the command said
 * @throws StageSettingsError
 */
export const readStageSettings = (stage: unknown): StageSettings => {
  const found = typeof stage === 'string' && Object.hasOwn(stages, stage) ? stages[stage] : undefined;
  if (found === undefined)
    throw new StageSettingsError(`Say which stage: -c stage=${Object.keys(stages).join(' or -c stage=')}.`);
  return checkStageSettings(found);
};
