import { ok } from '../answer.ts';
import { route } from '../route.ts';
import { routes } from '../routes/routes.ts';

/** GET /health: the service answers. */
export const getHealth = () => route(routes.getHealth, () => ok({ status: 'ok' }));
