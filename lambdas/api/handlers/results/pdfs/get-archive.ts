import { readArchive } from '../../../../../core/results/archive.ts';
import type { Service } from '../../../../../core/service.ts';
import { file } from '../../../answer.ts';
import { answerResult } from '../result-answer.ts';
import { route } from '../../../route.ts';
import { routes } from '../../../routes/routes.ts';

/** GET …/archive: a ZIP of the PDFs of all sub-documents, and a table of them. */
export const getArchive = (service: Service) =>
  route(routes.getArchive, ({ path, query, account }) =>
    answerResult(service, account, path.processing_id, async (request) =>
      file(await readArchive(service, request, query)),
    ),
  );
