/**
 * Every route of the API, one row each, as plain data. lambdas/api/handlers.ts attaches the handlers by operationId;
 * openapi/openapi-document.ts and the API Gateway definition (lib/constructs/api/rest-api.ts) are generated from the same rows.
 */
import {
  createWebhook,
  deleteWebhook,
  listDeliveries,
  listWebhooks,
  replayDelivery,
  rotateWebhookSecret,
  testWebhook,
} from './account/webhooks.ts';
import { deleteAccount, exportAccount, getAccount, updateAccount } from './account/account.ts';
import { createApiKey, listApiKeys, revokeApiKey } from './account/api-keys.ts';
import { addMember, changeMember, listMembers, removeMember } from './account/members.ts';
import { listPageImages, getPageImage, getThumbnail } from './results/page-images.ts';
import {
  cancelProcessing,
  deleteResult,
  getArchive,
  getProgress,
  getUpload,
  listDocuments,
} from './processing/documents.ts';
import { processDocument } from './processing/processing.ts';
import { getProcessingResult, getOcr, getHocr, getExtractions, getDocumentSplitting } from './results/results.ts';
import { getOpenApi, getHealth } from './service/service.ts';
import { listSplitPdfs, getSplitPdf, getPdf } from './results/split-pdfs.ts';
import { listSubPdfs, getSubPdf } from './results/sub-pdfs.ts';
import { getWorkflowOpenApi, getWorkflowSnippets } from './service/workflow-api.ts';
import { getUsage } from './usage/usage.ts';
import { createUpload } from './processing/uploads.ts';
import { addFeedback } from './review/feedback.ts';
import { createErrorReport, listErrorReports } from './review/error-reports.ts';
import { getReviewQueue } from './review/review-queue.ts';
import { createShareToken, getShareToken, listShareTokens, revokeShareToken } from './review/share-links.ts';
import { getVerification, verifySplitting, withdrawVerification } from './review/verification.ts';
import {
  activateModel,
  compareModels,
  exportModel,
  getModel,
  getReviewTable,
  importModel,
  listModels,
} from './training/models.ts';
import { decideMigration, getMigration } from './training/migrations.ts';
import { cancelTraining, getTraining, listTrainings, startTraining } from './training/trainings.ts';
import { createCollection, deleteCollection, getTrainingData, listCollections } from './workflows/collections.ts';
import {
  addTrainingDocuments,
  annotateTrainingDocument,
  deleteTrainingDocument,
  getTrainingDocument,
  getTrainingFile,
  getTrainingPageImage,
  getTrainingThumbnail,
  listTrainingDocuments,
} from './workflows/training-documents.ts';
import { getTrainingExtractions, getTrainingOcr, getTrainingSplitting } from './workflows/training-document-results.ts';
import {
  createWorkflow,
  deleteWorkflow,
  getWorkflow,
  getWorkflowThumbnail,
  listProcessingWorkflows,
  listWorkflows,
} from './workflows/workflows.ts';

/** In the order of the OpenAPI document. */
export const routes = {
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
  getTrainingFile,
  getTrainingOcr,
  getTrainingSplitting,
  getTrainingExtractions,
  getOpenApi,
  getHealth,
} as const;

export type OperationId = keyof typeof routes;
