import { readSubPdf } from '../../../../../core/results/pdf/sub-pdf.ts';
import type { Service } from '../../../../../core/service.ts';
import { file } from '../../../answer.ts';
import { answerResult } from '../result-answer.ts';
import { route } from '../../../route.ts';
import { routes } from '../../../routes/routes.ts';

/** GET …/sub-pdfs/{index}, deprecated: return_pages_with_ocr_data has the opposite meaning of split-pdfs. */
export const getSubPdf = (service: Service) =>
  route(routes.getSubPdf, ({ path, query, account }) =>
    answerResult(service, account, path.processing_id, async (request) =>
      file(await readSubPdf(service, request, path.index, query)),
    ),
  );
