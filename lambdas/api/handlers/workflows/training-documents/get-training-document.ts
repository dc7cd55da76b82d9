import * as core from '../../../../../core/workflows/documents/list-training-documents.ts';
import type { Service } from '../../../../../core/service.ts';
import { ok } from '../../../answer.ts';
import { route } from '../../../route.ts';
import { routes } from '../../../routes/routes.ts';

/** GET /workflows/{workflow_id}/training-documents/{document_id}. */
export const getTrainingDocument = (service: Service) =>
  route(routes.getTrainingDocument, async ({ path, account }) =>
    ok(
      core.viewTrainingDocument(await core.findTrainingDocument(service, account, path.workflow_id, path.document_id)),
    ),
  );
