import * as core from '../../../../../core/workflows/documents/add-training-documents.ts';
import { viewTrainingDocument } from '../../../../../core/workflows/documents/list-training-documents.ts';
import type { Service } from '../../../../../core/service.ts';
import { json } from '../../../answer.ts';
import { route } from '../../../route.ts';
import { routes } from '../../../routes/routes.ts';

/** POST /workflows/{workflow_id}/training-documents. */
export const addTrainingDocuments = (service: Service) =>
  route(routes.addTrainingDocuments, async ({ path, body, account, claim }) => {
    const documents = await core.addTrainingDocuments(service, account, {
      workflowKey: path.workflow_id,
      files: 'file' in body ? body.file : body.upload_ids.map((uploadId) => ({ uploadId })),
      uploadMode: body.upload_mode,
      collection: body.collection,
      claim,
    });
    return json(201, { items: documents.map(viewTrainingDocument) });
  });
