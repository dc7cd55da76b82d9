import { findTrainingExtractions } from '../../../../../core/workflows/documents/document-results.ts';
import { findTrainingDocument } from '../../../../../core/workflows/documents/list-training-documents.ts';
import type { Service } from '../../../../../core/service.ts';
import { storedBlob } from '../../../answer.ts';
import { route } from '../../../route.ts';
import { routes } from '../../../routes/routes.ts';

/** GET …/training-documents/{document_id}/extractions. */
export const getTrainingExtractions = (service: Service) =>
  route(routes.getTrainingExtractions, async ({ path, account }) =>
    storedBlob(
      await findTrainingExtractions(
        service,
        await findTrainingDocument(service, account, path.workflow_id, path.document_id),
      ),
    ),
  );
