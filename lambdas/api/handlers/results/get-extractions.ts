import { blobsOf } from '../../../../core/results/result-file.ts';
import type { Service } from '../../../../core/service.ts';
import { blobAnswer } from '../../answer.ts';
import { answerResult } from './result-answer.ts';
import { route } from '../../route.ts';
import { routes } from '../../routes/routes.ts';

/** GET …/extractions: the values extracted from each sub-document, as FindBoundaries or a correction wrote them. */
export const getExtractions = (service: Service) =>
  route(routes.getExtractions, ({ path, account }) =>
    answerResult(service, account, path.processing_id, (request) =>
      blobAnswer(service.blobs, blobsOf(request).extractions),
    ),
  );
