import { ok } from '../../answer.ts';
import { route } from '../../route.ts';
import { routes } from '../../routes/routes.ts';

/** GET /health: 200 while the service is up. */
export const getHealth = () => route(routes.getHealth, () => ok({ status: 'ok' }));
