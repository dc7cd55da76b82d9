import * as core from '../../../../core/processing/list-documents.ts';
import type { Service } from '../../../../core/service.ts';
import { ok } from '../../answer.ts';
import { route } from '../../route.ts';
import { routes } from '../../routes/routes.ts';

/** GET /workflows/{workflow_id}/documents: a page of the documents that were sent to a workflow. */
export const listDocuments = (service: Service) =>
  route(routes.listDocuments, async ({ path, query, account }) => {
    const { limit, cursor, ...filter } = query;
    return ok(await core.listDocuments(service, account, path.workflow_id, filter, { limit, cursor }));
  });
