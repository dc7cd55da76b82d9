import { readThumbnail } from '../../../../core/results/images/thumbnail.ts';
import type { Service } from '../../../../core/service.ts';
import { file } from '../../answer.ts';
import { answerResult } from './result-answer.ts';
import { route } from '../../route.ts';
import { routes } from '../../routes/routes.ts';

/** GET …/thumbnail: a small image of the first page. */
export const getThumbnail = (service: Service) =>
  route(routes.getThumbnail, ({ path, account }) =>
    answerResult(service, account, path.processing_id, async (request) => file(await readThumbnail(service, request))),
  );
