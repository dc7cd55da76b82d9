import { readPageImage } from '../../../../core/results/images/page-image.ts';
import type { Service } from '../../../../core/service.ts';
import { file } from '../../answer.ts';
import { answerResult } from './result-answer.ts';
import { route } from '../../route.ts';
import { routes } from '../../routes/routes.ts';

/** GET …/page-images/{page_num}: the page image that was processed, scaled down to `width` and `height` if given. */
export const getPageImage = (service: Service) =>
  route(routes.getPageImage, ({ path, query, account }) =>
    answerResult(service, account, path.processing_id, async (request) =>
      file(await readPageImage(service, request, path.page_num, query)),
    ),
  );
