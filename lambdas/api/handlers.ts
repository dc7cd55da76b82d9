/** The handler of each row of routes/routes.ts. */
import type { Service } from '../../core/service.ts';
import { addMember } from './handlers/account/members/add-member.ts';
import { changeMember } from './handlers/account/members/change-member.ts';
import { createApiKey } from './handlers/account/api-keys/create-api-key.ts';
import { getAccount } from './handlers/account/get-account.ts';
import { listApiKeys } from './handlers/account/api-keys/list-api-keys.ts';
import { listMembers } from './handlers/account/members/list-members.ts';
import { removeMember } from './handlers/account/members/remove-member.ts';
import { revokeApiKey } from './handlers/account/api-keys/revoke-api-key.ts';
import { updateAccount } from './handlers/account/update-account.ts';
import { createWebhook } from './handlers/account/webhooks/create-webhook.ts';
import { deleteWebhook } from './handlers/account/webhooks/delete-webhook.ts';
import { listDeliveries } from './handlers/account/webhooks/list-deliveries.ts';
import { listWebhooks } from './handlers/account/webhooks/list-webhooks.ts';
import { replayDelivery } from './handlers/account/webhooks/replay-delivery.ts';
import { rotateWebhookSecret } from './handlers/account/webhooks/rotate-webhook-secret.ts';
import { testWebhook } from './handlers/account/webhooks/test-webhook.ts';
import { cancelProcessing } from './handlers/processing/cancel-processing.ts';
import { deleteAccount } from './handlers/account/delete-account.ts';
import { exportAccount } from './handlers/account/export-account.ts';
import { createUpload } from './handlers/processing/create-upload.ts';
import { deleteResult } from './handlers/processing/delete-result.ts';
import { getUpload } from './handlers/results/get-upload.ts';
import { getArchive } from './handlers/results/pdfs/get-archive.ts';
import { getProgress } from './handlers/processing/get-progress.ts';
import { listDocuments } from './handlers/processing/list-documents.ts';
import { getDocumentSplitting } from './handlers/results/get-document-splitting.ts';
import { getExtractions } from './handlers/results/get-extractions.ts';
import { getHealth } from './handlers/service/get-health.ts';
import { getHocr } from './handlers/results/get-hocr.ts';
import { getOcr } from './handlers/results/get-ocr.ts';
import { getOpenApi } from './handlers/service/get-open-api.ts';
import { getPageImage } from './handlers/results/get-page-image.ts';
import { getPdf } from './handlers/results/pdfs/get-pdf.ts';
import { getProcessingResult } from './handlers/results/get-processing-result.ts';
import { getSplitPdf } from './handlers/results/pdfs/get-split-pdf.ts';
import { getSubPdf } from './handlers/results/pdfs/get-sub-pdf.ts';
import { getThumbnail } from './handlers/results/get-thumbnail.ts';
import { listPageImages } from './handlers/results/list-page-images.ts';
import { listSplitPdfs } from './handlers/results/pdfs/list-split-pdfs.ts';
import { listSubPdfs } from './handlers/results/pdfs/list-sub-pdfs.ts';
import { processDocument } from './handlers/processing/process-document.ts';
import { addFeedback } from './handlers/review/add-feedback.ts';
import { getReviewQueue } from './handlers/review/get-review-queue.ts';
import { createShareToken } from './handlers/review/create-share-token.ts';
import { listShareTokens } from './handlers/review/list-share-tokens.ts';
import { getShareToken } from './handlers/review/get-share-token.ts';
import { revokeShareToken } from './handlers/review/revoke-share-token.ts';
import { createErrorReport } from './handlers/review/create-error-report.ts';
import { listErrorReports } from './handlers/review/list-error-reports.ts';
import { getVerification } from './handlers/review/get-verification.ts';
import { verifySplitting } from './handlers/review/verify-splitting.ts';
import { withdrawVerification } from './handlers/review/withdraw-verification.ts';
import { createWorkflow } from './handlers/workflows/create-workflow.ts';
import { listWorkflows } from './handlers/workflows/list-workflows.ts';
import { listProcessingWorkflows } from './handlers/workflows/list-processing-workflows.ts';
import { getWorkflowThumbnail } from './handlers/workflows/get-workflow-thumbnail.ts';
import { getWorkflow } from './handlers/workflows/get-workflow.ts';
import { addTrainingDocuments } from './handlers/workflows/training-documents/add-training-documents.ts';
import { listTrainingDocuments } from './handlers/workflows/training-documents/list-training-documents.ts';
import { deleteWorkflow } from './handlers/workflows/delete-workflow.ts';
import { listCollections } from './handlers/workflows/collections/list-collections.ts';
import { createCollection } from './handlers/workflows/collections/create-collection.ts';
import { deleteCollection } from './handlers/workflows/collections/delete-collection.ts';
import { annotateTrainingDocument } from './handlers/workflows/training-documents/annotate-training-document.ts';
import { deleteTrainingDocument } from './handlers/workflows/training-documents/delete-training-document.ts';
import { getTrainingData } from './handlers/workflows/get-training-data.ts';
import { getTrainingExtractions } from './handlers/workflows/training-documents/get-training-extractions.ts';
import { getTrainingOcr } from './handlers/workflows/training-documents/get-training-ocr.ts';
import { getTrainingPageImage } from './handlers/workflows/training-documents/get-training-page-image.ts';
import { getTrainingFile } from './handlers/workflows/training-documents/get-training-file.ts';
import { getTrainingSplitting } from './handlers/workflows/training-documents/get-training-splitting.ts';
import { getTrainingThumbnail } from './handlers/workflows/training-documents/get-training-thumbnail.ts';
import { getTrainingDocument } from './handlers/workflows/training-documents/get-training-document.ts';
import { startTraining } from './handlers/training/start-training.ts';
import { listTrainings } from './handlers/training/list-trainings.ts';
import { getTraining } from './handlers/training/get-training.ts';
import { cancelTraining } from './handlers/training/cancel-training.ts';
import { listModels } from './handlers/training/list-models.ts';
import { compareModels } from './handlers/training/compare-models.ts';
import { getModel } from './handlers/training/get-model.ts';
import { activateModel } from './handlers/training/activate-model.ts';
import { exportModel } from './handlers/training/export-model.ts';
import { importModel } from './handlers/training/import-model.ts';
import { getMigration } from './handlers/training/get-migration.ts';
import { decideMigration } from './handlers/training/decide-migration.ts';
import { getReviewTable } from './handlers/training/get-review-table.ts';
import { getWorkflowOpenApi } from './handlers/service/get-workflow-open-api.ts';
import { getWorkflowSnippets } from './handlers/service/get-workflow-snippets.ts';
import { getUsage } from './handlers/usage/get-usage.ts';
import type { Route } from './middleware/request/api-event.ts';
import type { OperationId } from './routes/routes.ts';

const handlers: Readonly<Record<OperationId, (service: Service) => Route>> = {
  processDocument,
  createUpload,
  listDocuments,
  getProgress,
  cancelProcessing,
  deleteResult,
  getProcessingResult,
  getOcr,
  getHocr,
  getExtractions,
  listPageImages,
  getPageImage,
  getThumbnail,
  getDocumentSplitting,
  listSplitPdfs,
  getSplitPdf,
  getArchive,
  getUpload,
  getPdf,
  listSubPdfs,
  getSubPdf,
  addFeedback,
  getVerification,
  verifySplitting,
  withdrawVerification,
  getReviewQueue,
  createShareToken,
  listShareTokens,
  getShareToken,
  revokeShareToken,
  createErrorReport,
  listErrorReports,
  createWorkflow,
  listWorkflows,
  listProcessingWorkflows,
  getWorkflow,
  addTrainingDocuments,
  listTrainingDocuments,
  getTrainingDocument,
  getUsage,
  getWorkflowOpenApi,
  getWorkflowSnippets,
  createWebhook,
  listWebhooks,
  deleteWebhook,
  rotateWebhookSecret,
  listDeliveries,
  testWebhook,
  replayDelivery,
  startTraining,
  listTrainings,
  getTraining,
  cancelTraining,
  listModels,
  compareModels,
  getModel,
  activateModel,
  exportModel,
  importModel,
  getReviewTable,
  getMigration,
  decideMigration,
  getAccount,
  updateAccount,
  exportAccount,
  deleteAccount,
  listApiKeys,
  createApiKey,
  revokeApiKey,
  listMembers,
  addMember,
  changeMember,
  removeMember,
  getWorkflowThumbnail,
  deleteWorkflow,
  listCollections,
  createCollection,
  deleteCollection,
  annotateTrainingDocument,
  deleteTrainingDocument,
  getTrainingData,
  getTrainingPageImage,
  getTrainingThumbnail,
  getTrainingOcr,
  getTrainingSplitting,
  getTrainingExtractions,
  getTrainingFile,
  getOpenApi,
  getHealth,
};

/** Every route of the API: its row with its handler. */
export const apiRoutes = (service: Service): Route[] => Object.values(handlers).map((handler) => handler(service));
