import { createKeyOf } from '../../../../../core/accounts/api-key.ts';
import type { Service } from '../../../../../core/service.ts';
import { json } from '../../../answer.ts';
import { madeOnce } from '../../../idempotency/made-once.ts';
import { route } from '../../../route.ts';
import { routes } from '../../../routes/routes.ts';
import { keyAnswer } from './key-answer.ts';

/** POST /account/api-keys */
export const createApiKey = (service: Service) =>
  route(routes.createApiKey, async ({ caller, body, claim }) => {
    const { name, role, expires_at: expiresAt } = body;
    const wanted = { name, role, expiresAt: new Date(expiresAt) };
    const { key, record } = await createKeyOf(service, caller, wanted, madeOnce(claim));
    return json(201, { ...keyAnswer(record), api_key: key });
  });
