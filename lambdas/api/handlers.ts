/** Which function answers which row of routes.ts. */
import type { Service } from '../../core/service.ts';
import { createUpload } from './create-upload.ts';
import { getDocumentSplitting } from './get-document-splitting.ts';
import { getExtractions } from './get-extractions.ts';
import { getHealth } from './get-health.ts';
import { getHocr } from './get-hocr.ts';
import { getOcr } from './get-ocr.ts';
import { getOpenApi } from './get-open-api.ts';
import { getPageImage } from './get-page-image.ts';
import { getPdf } from './get-pdf.ts';
import { getProcessingResult } from './get-processing-result.ts';
import { getSplitPdf } from './get-split-pdf.ts';
import { getSubPdf } from './get-sub-pdf.ts';
import { getThumbnail } from './get-thumbnail.ts';
import { listPageImages } from './list-page-images.ts';
import { listSplitPdfs } from './list-split-pdfs.ts';
import { listSubPdfs } from './list-sub-pdfs.ts';
import { processDocument } from './process-document.ts';
import type { Route } from './api-event.ts';
import type { OperationId } from './routes.ts';

const handlers: Readonly<Record<OperationId, (service: Service) => Route>> = {
  processDocument,
  createUpload,
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
  getPdf,
  listSubPdfs,
  getSubPdf,
  getOpenApi,
  getHealth,
};

/** Every route of the API with its handler. */
export const apiRoutes = (service: Service): Route[] => Object.values(handlers).map((handler) => handler(service));
