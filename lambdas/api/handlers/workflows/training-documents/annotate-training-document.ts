import { TrainingDocumentChangedError } from '../../../../../core/errors.ts';
import * as core from '../../../../../core/workflows/documents/annotate-document.ts';
import {
  findTrainingDocument,
  viewTrainingDocument,
} from '../../../../../core/workflows/documents/list-training-documents.ts';
import type { Service } from '../../../../../core/service.ts';
import { ok } from '../../../answer.ts';
import { matches } from '../../../representation/preconditions.ts';
import { route } from '../../../route.ts';
import { routes } from '../../../routes/routes.ts';

/** PUT …/training-documents/{document_id}/annotation. */
export const annotateTrainingDocument = (service: Service) =>
  route(routes.annotateTrainingDocument, async ({ path, headers, body, account, caller }) => {
    const before = await findTrainingDocument(service, account, path.workflow_id, path.document_id);
    const isCurrent = matches(headers['if-match'], JSON.stringify(viewTrainingDocument(before)));
    if (isCurrent === false) throw new TrainingDocumentChangedError();
    return ok(viewTrainingDocument(await core.annotateDocument(service, caller, before, body.sub_documents)));
  });
