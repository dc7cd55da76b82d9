import { readSplitPdf } from '../../../../../core/results/pdf/sub-pdf.ts';
import type { Service } from '../../../../../core/service.ts';
import { file } from '../../../answer.ts';
import { answerResult } from '../result-answer.ts';
import { route } from '../../../route.ts';
import { routes } from '../../../routes/routes.ts';

/** GET …/split-pdfs/{index}: the PDF of one sub-document. */
export const getSplitPdf = (service: Service) =>
  route(routes.getSplitPdf, ({ path, query, account }) =>
    answerResult(service, account, path.processing_id, async (request) =>
      file(await readSplitPdf(service, request, path.index, query)),
    ),
  );
