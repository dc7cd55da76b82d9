import { findTrainingSplitting } from '../../../../../core/workflows/documents/document-results.ts';
import { findTrainingDocument } from '../../../../../core/workflows/documents/list-training-documents.ts';
import type { Service } from '../../../../../core/service.ts';
import { storedBlob } from '../../../answer.ts';
import { route } from '../../../route.ts';
import { routes } from '../../../routes/routes.ts';

/** GET …/training-documents/{document_id}/document-splitting. */
export const getTrainingSplitting = (service: Service) =>
  route(routes.getTrainingSplitting, async ({ path, account }) =>
    storedBlob(
      await findTrainingSplitting(
        service,
        await findTrainingDocument(service, account, path.workflow_id, path.document_id),
      ),
    ),
  );
