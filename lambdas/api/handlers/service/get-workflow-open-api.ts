import { maxDocumentBytes, planOf } from '../../../../core/accounts/limits/plan.ts';
import { findWorkflow } from '../../../../core/requests/workflows/find-workflow.ts';
import type { Service } from '../../../../core/service.ts';
import { ok } from '../../answer.ts';
import { route } from '../../route.ts';
import { routes } from '../../routes/routes.ts';

/** GET /processing/{workflow_key}/openapi */
export const getWorkflowOpenApi = (service: Service) =>
  route(routes.getWorkflowOpenApi, async ({ path, account, baseUrl }) => {
    const workflow = await findWorkflow(service, account, path.workflow_key);
    const plan = planOf(service.settings, account);
    const limits = {
      ...plan,
      max_document_bytes: maxDocumentBytes(service.settings, account),
      max_pages: Math.min(service.settings.maxPages, plan.max_pages ?? Infinity),
    };
    const { workflowDocument } = await import('../../openapi/workflow-document.ts');
    return ok(workflowDocument(workflow, limits, baseUrl));
  });
