import type { OperationId } from '../../../lambdas/api/routes/routes.ts';

/** Routes that render on demand, by the function Parse. */
export const RENDERING_ROUTES: readonly OperationId[] = [
  'getArchive',
  'getPageImage',
  'getPdf',
  'getSplitPdf',
  'getSubPdf',
  'getTrainingPageImage',
  // It decodes the thumbnail.
  'createWorkflow',
];
