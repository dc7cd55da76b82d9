/** Environment variables of child processes. The only file of the local adapters that reads process.env. */

/** The environment of the model container's server: that of this process, with the variables that SageMaker sets. */
export const modelEnvironment = (settings: {
  maxBodyBytes: number;
  modelFolder?: string;
  workflowFolder?: string;
}): NodeJS.ProcessEnv => ({
  ...process.env,
  HOST: '127.0.0.1',
  // Any that is free: one that was looked for before could be taken when the server listens.
  PORT: '0',
  TEARLINE_MAX_BODY_BYTES: String(settings.maxBodyBytes),
  ...(settings.modelFolder === undefined ? {} : { SM_MODEL_DIR: settings.modelFolder }),
  ...(settings.workflowFolder === undefined ? {} : { TEARLINE_WORKFLOW_MODELS: settings.workflowFolder }),
});

/** The environment of the model container's training program. @param settings.root  parent of the training folders */
export const trainingEnvironment = (settings: { root: string; baseFolder?: string }): NodeJS.ProcessEnv => ({
  ...process.env,
  TEARLINE_TRAINING_ROOT: settings.root,
  ...(settings.baseFolder === undefined ? {} : { TEARLINE_BASE_MODEL: settings.baseFolder }),
});
