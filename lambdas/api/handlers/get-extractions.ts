import { processingBlobs } from '../../../core/requests/processing-request.ts';
import type { Service } from '../../../core/service.ts';
import { jsonBlob } from '../answer.ts';
import { answerResult } from './result-answer.ts';
import { route } from '../route.ts';
import { routes } from '../routes/routes.ts';

/** GET …/extractions: what was read of each sub-document, as BuildResults wrote it. */
export const getExtractions = (service: Service) =>
  route(routes.getExtractions, ({ path, account }) =>
    answerResult(service, account, path.processing_id, (request) =>
      jsonBlob(service.blobs, processingBlobs(request.account_id, request.processing_id).extractions),
    ),
  );
