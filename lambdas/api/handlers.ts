/** The handler of each row of routes/routes.ts. */
import type { Service } from '../../core/service.ts';
import { createUpload } from './handlers/create-upload.ts';
import { getDocumentSplitting } from './handlers/get-document-splitting.ts';
import { getExtractions } from './handlers/get-extractions.ts';
import { getHealth } from './handlers/get-health.ts';
import { getHocr } from './handlers/get-hocr.ts';
import { getOcr } from './handlers/get-ocr.ts';
import { getOpenApi } from './handlers/get-open-api.ts';
import { getPageImage } from './handlers/get-page-image.ts';
import { getPdf } from './handlers/get-pdf.ts';
import { getProcessingResult } from './handlers/get-processing-result.ts';
import { getSplitPdf } from './handlers/get-split-pdf.ts';
import { getSubPdf } from './handlers/get-sub-pdf.ts';
import { getThumbnail } from './handlers/get-thumbnail.ts';
import { listPageImages } from './handlers/list-page-images.ts';
import { listSplitPdfs } from './handlers/list-split-pdfs.ts';
import { listSubPdfs } from './handlers/list-sub-pdfs.ts';
import { processDocument } from './handlers/process-document.ts';
import type { Route } from './middleware/api-event.ts';
import type { OperationId } from './routes/routes.ts';

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

/** Every route of the API: its row with its handler. */
export const apiRoutes = (service: Service): Route[] => Object.values(handlers).map((handler) => handler(service));
