import { readTrainingFile } from '../../../../../core/workflows/documents/document-file.ts';
import { findTrainingDocument } from '../../../../../core/workflows/documents/list-training-documents.ts';
import type { Service } from '../../../../../core/service.ts';
import { file } from '../../../answer.ts';
import { route } from '../../../route.ts';
import { routes } from '../../../routes/routes.ts';

/** GET …/training-documents/{document_id}/file. */
export const getTrainingFile = (service: Service) =>
  route(routes.getTrainingFile, async ({ path, account }) =>
    file(
      await readTrainingFile(service, await findTrainingDocument(service, account, path.workflow_id, path.document_id)),
    ),
  );
