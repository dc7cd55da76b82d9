/** What the local adapters take from, and give to, environments: the one file of them that reads it. */

/** The environment of the model container's server: this process's, with the variables that SageMaker sets. */
export const modelEnvironment = (settings: { port: number; modelFolder?: string }): NodeJS.ProcessEnv => ({
  ...process.env,
  HOST: '127.0.0.1',
  PORT: String(settings.port),
  ...(settings.modelFolder === undefined ? {} : { SM_MODEL_DIR: settings.modelFolder }),
});
