import * as core from '../../../../../core/workflows/deletion/delete-document.ts';
import { findTrainingDocument } from '../../../../../core/workflows/documents/list-training-documents.ts';
import type { Service } from '../../../../../core/service.ts';
import { noContent } from '../../../answer.ts';
import { route } from '../../../route.ts';
import { routes } from '../../../routes/routes.ts';

/** DELETE …/training-documents/{document_id}. */
export const deleteTrainingDocument = (service: Service) =>
  route(routes.deleteTrainingDocument, async ({ path, account }) => {
    await core.deleteTrainingDocument(
      service,
      await findTrainingDocument(service, account, path.workflow_id, path.document_id),
    );
    return noContent();
  });
