import { blobsOf } from '../../../../core/results/result-file.ts';
import type { Service } from '../../../../core/service.ts';
import { blobAnswer } from '../../answer.ts';
import { answerResult } from './result-answer.ts';
import { route } from '../../route.ts';
import { routes } from '../../routes/routes.ts';

/** GET …/document-splitting: the sub-documents and confidences, as FindBoundaries or a correction wrote them. */
export const getDocumentSplitting = (service: Service) =>
  route(routes.getDocumentSplitting, ({ path, account }) =>
    answerResult(service, account, path.processing_id, (request) =>
      blobAnswer(service.blobs, blobsOf(request).documentSplitting),
    ),
  );
