import * as core from '../../../../core/workflows/account/export-account.ts';
import type { Service } from '../../../../core/service.ts';
import { blobAnswer } from '../../answer.ts';
import { route } from '../../route.ts';
import { routes } from '../../routes/routes.ts';

/** POST /account/export */
export const exportAccount = (service: Service) =>
  route(routes.exportAccount, async ({ account }) => {
    const { key } = await core.exportAccount(service, account);
    return { ...(await blobAnswer(service.blobs, key)), status: 201 };
  });
