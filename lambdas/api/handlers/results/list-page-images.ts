import * as core from '../../../../core/results/processing-result.ts';
import type { Service } from '../../../../core/service.ts';
import { ok } from '../../answer.ts';
import { answerResult } from './result-answer.ts';
import { route } from '../../route.ts';
import { routes } from '../../routes/routes.ts';

/** GET …/page-images: the paths of all page images. */
export const listPageImages = (service: Service) =>
  route(routes.listPageImages, ({ path, account }) =>
    answerResult(service, account, path.processing_id, (request) => ok(core.listPageImages(request))),
  );
