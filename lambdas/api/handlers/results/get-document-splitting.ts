import { processingBlobs } from '../../../../core/requests/processing-blobs.ts';
import type { Service } from '../../../../core/service.ts';
import { blobAnswer } from '../../answer.ts';
import { answerResult } from './result-answer.ts';
import { route } from '../../route.ts';
import { routes } from '../../routes/routes.ts';

/** GET …/document-splitting: the sub-documents and confidences, as FindBoundaries wrote them. */
export const getDocumentSplitting = (service: Service) =>
  route(routes.getDocumentSplitting, ({ path, account }) =>
    answerResult(service, account, path.processing_id, (request) =>
      blobAnswer(service.blobs, processingBlobs(request.account_id, request.processing_id).documentSplitting),
    ),
  );
