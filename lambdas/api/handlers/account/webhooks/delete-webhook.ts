import * as core from '../../../../../core/events/webhooks/manage-webhooks.ts';
import type { Service } from '../../../../../core/service.ts';
import { noContent } from '../../../answer.ts';
import { route } from '../../../route.ts';
import { routes } from '../../../routes/routes.ts';

/** DELETE /account/webhooks/{webhook_id} */
export const deleteWebhook = (service: Service) =>
  route(routes.deleteWebhook, async ({ path, account }) => {
    await core.deleteWebhook(service, account.account_id, path.webhook_id);
    return noContent();
  });
