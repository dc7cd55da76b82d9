import { readMigration } from '../../../../core/workflows/migrations/decide-migration.ts';
import type { Service } from '../../../../core/service.ts';
import { ok } from '../../answer.ts';
import { route } from '../../route.ts';
import { routes } from '../../routes/routes.ts';

/** GET /workflows/{workflow_id}/migration. */
export const getMigration = (service: Service) =>
  route(routes.getMigration, async ({ path, account }) => ok(await readMigration(service, account, path.workflow_id)));
