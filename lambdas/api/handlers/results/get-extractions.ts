import { processingBlobs } from '../../../../core/requests/processing-blobs.ts';
import type { Service } from '../../../../core/service.ts';
import { blobAnswer } from '../../answer.ts';
import { answerResult } from './result-answer.ts';
import { route } from '../../route.ts';
import { routes } from '../../routes/routes.ts';

/** GET …/extractions: the values extracted from each sub-document, as BuildResults wrote them. */
export const getExtractions = (service: Service) =>
  route(routes.getExtractions, ({ path, account }) =>
    answerResult(service, account, path.processing_id, (request) =>
      blobAnswer(service.blobs, processingBlobs(request.account_id, request.processing_id).extractions),
    ),
  );
