/** Every address of the application, as patterns of TanStack Router. The hosts know them from dist/routes.json. */
export const PATHS = {
  start: '/',
  signIn: '/sign-in',
  newWorkflow: '/workflows/new',
  dashboard: '/workflows/$workflowId',
  process: '/workflows/$workflowId/process',
  documents: '/workflows/$workflowId/documents',
  trainingData: '/workflows/$workflowId/training-data',
  trainingDocument: '/workflows/$workflowId/training-data/$documentId',
  training: '/workflows/$workflowId/training',
  compareModels: '/workflows/$workflowId/training/compare',
  model: '/workflows/$workflowId/training/$version',
  apiReference: '/workflows/$workflowId/api',
  migration: '/workflows/$workflowId/migration',
  editor: '/verify/$processingId',
  account: '/account',
} as const;

/** The workflow to which an address belongs; undefined where it belongs to none. */
export const workflowIdOf = (path: string): string | undefined => /^\/workflows\/(?!new$)([^/]+)/.exec(path)?.[1];
