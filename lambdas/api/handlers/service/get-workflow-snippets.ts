import { findWorkflow } from '../../../../core/requests/workflows/find-workflow.ts';
import type { Service } from '../../../../core/service.ts';
import { ok } from '../../answer.ts';
import { route } from '../../route.ts';
import { routes } from '../../routes/routes.ts';

/** GET /processing/{workflow_key}/snippets */
export const getWorkflowSnippets = (service: Service) =>
  route(routes.getWorkflowSnippets, async ({ path, query, account, baseUrl }) => {
    const { workflow_id, document_specification: specification } = await findWorkflow(
      service,
      account,
      path.workflow_key,
    );
    const { snippetsOf } = await import('../../snippets/snippets.ts');
    const items = snippetsOf(query.language, {
      baseUrl,
      workflowKey: workflow_id,
      cropping: specification?.cropping === true,
    });
    return ok({ workflow_id, language: query.language, items });
  });
