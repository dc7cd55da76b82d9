import { processingBlobs } from '../../../../core/requests/processing-blobs.ts';
import type { Service } from '../../../../core/service.ts';
import { blobAnswer } from '../../answer.ts';
import { answerResult } from './result-answer.ts';
import { route } from '../../route.ts';
import { routes } from '../../routes/routes.ts';

/** The hOCR contains text of an untrusted document: the browser may run no script and send no request. */
const CONTENT_SECURITY_POLICY = "default-src 'none'; style-src 'unsafe-inline'; img-src data:; sandbox";

/** GET …/hocr: the OCR result as an HTML page (hOCR). */
export const getHocr = (service: Service) =>
  route(routes.getHocr, ({ path, account }) =>
    answerResult(service, account, path.processing_id, (request) =>
      blobAnswer(service.blobs, processingBlobs(request.account_id, request.processing_id).hocr, {
        'Content-Security-Policy': CONTENT_SECURITY_POLICY,
      }),
    ),
  );
