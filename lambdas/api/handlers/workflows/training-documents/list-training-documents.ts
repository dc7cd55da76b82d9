import * as core from '../../../../../core/workflows/documents/list-training-documents.ts';
import type { Service } from '../../../../../core/service.ts';
import { ok } from '../../../answer.ts';
import { route } from '../../../route.ts';
import { routes } from '../../../routes/routes.ts';

/** GET /workflows/{workflow_id}/training-documents. */
export const listTrainingDocuments = (service: Service) =>
  route(routes.listTrainingDocuments, async ({ path, query, account }) =>
    ok(await core.listTrainingDocuments(service, account, path.workflow_id, query)),
  );
