import * as core from '../../../../core/workflows/migrations/decide-migration.ts';
import type { Service } from '../../../../core/service.ts';
import { ok } from '../../answer.ts';
import { route } from '../../route.ts';
import { routes } from '../../routes/routes.ts';

/** POST /workflows/{workflow_id}/migration. */
export const decideMigration = (service: Service) =>
  route(routes.decideMigration, async ({ path, body, account, claim }) =>
    ok(await core.decideMigration(service, account, path.workflow_id, body.decision, claim)),
  );
