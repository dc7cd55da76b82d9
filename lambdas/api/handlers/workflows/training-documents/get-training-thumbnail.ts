import { readTrainingThumbnail } from '../../../../../core/workflows/documents/document-images.ts';
import { findTrainingDocument } from '../../../../../core/workflows/documents/list-training-documents.ts';
import type { Service } from '../../../../../core/service.ts';
import { file } from '../../../answer.ts';
import { route } from '../../../route.ts';
import { routes } from '../../../routes/routes.ts';

/** GET …/training-documents/{document_id}/thumbnail. */
export const getTrainingThumbnail = (service: Service) =>
  route(routes.getTrainingThumbnail, async ({ path, account }) =>
    file(
      await readTrainingThumbnail(
        service,
        await findTrainingDocument(service, account, path.workflow_id, path.document_id),
      ),
    ),
  );
