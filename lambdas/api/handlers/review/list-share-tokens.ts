import * as core from '../../../../core/review/share-links.ts';
import type { Service } from '../../../../core/service.ts';
import { ok } from '../../answer.ts';
import { route } from '../../route.ts';
import { routes } from '../../routes/routes.ts';

/** GET /share-tokens: a page of the links of the account, or of one result. */
export const listShareTokens = (service: Service) =>
  route(routes.listShareTokens, async ({ query, account }) => {
    const { processing_id: processingId, ...page } = query;
    return ok(await core.listShareTokens(service, account, processingId, page));
  });
