import { readTrainingPageImage } from '../../../../../core/workflows/documents/document-images.ts';
import { findTrainingDocument } from '../../../../../core/workflows/documents/list-training-documents.ts';
import type { Service } from '../../../../../core/service.ts';
import { file } from '../../../answer.ts';
import { route } from '../../../route.ts';
import { routes } from '../../../routes/routes.ts';

/** GET …/training-documents/{document_id}/page-images/{page_num}. */
export const getTrainingPageImage = (service: Service) =>
  route(routes.getTrainingPageImage, async ({ path, query, account }) => {
    const document = await findTrainingDocument(service, account, path.workflow_id, path.document_id);
    return file(await readTrainingPageImage(service, document, path.page_num, query));
  });
