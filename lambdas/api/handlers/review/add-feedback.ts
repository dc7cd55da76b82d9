import { ClassNotSupportedError } from '../../../../core/errors.ts';
import * as core from '../../../../core/review/add-feedback.ts';
import type { Service } from '../../../../core/service.ts';
import { json } from '../../answer.ts';
import { findFinished } from './finished-result.ts';
import { route } from '../../route.ts';
import { routes } from '../../routes/routes.ts';

/** POST /processing/feedback/{processing_id}. */
export const addFeedback = (service: Service) =>
  route(routes.addFeedback, async ({ path, body, account, caller, claim }) => {
    const request = await findFinished(service, account, path.processing_id);
    if (typeof body.expected_class === 'string') throw new ClassNotSupportedError();
    const { document_id, status, collection, feedback } = await core.addFeedback(service, caller, request, {
      description: body.description ?? undefined,
      tag: body.tag ?? undefined,
      expectedSubDocuments: body.expected_sub_documents ?? undefined,
      workflowId: body.workflow_id ?? undefined,
      claim,
    });
    return json(201, { feedback_id: feedback.feedback_id, training_document_id: document_id, status, collection });
  });
