import { processingBlobs } from '../../../../core/requests/processing-blobs.ts';
import type { Service } from '../../../../core/service.ts';
import { blobAnswer } from '../../answer.ts';
import { answerResult } from './result-answer.ts';
import { route } from '../../route.ts';
import { routes } from '../../routes/routes.ts';

/** GET …/ocr: the OCR result, as BuildResults wrote it. */
export const getOcr = (service: Service) =>
  route(routes.getOcr, ({ path, account }) =>
    answerResult(service, account, path.processing_id, (request) =>
      blobAnswer(service.blobs, processingBlobs(request.account_id, request.processing_id).ocr),
    ),
  );
