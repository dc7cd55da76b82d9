import { json } from '../../answer.ts';
import { openApiDocument } from '../../openapi/openapi-document.ts';
import { route } from '../../route.ts';
import { routes } from '../../routes/routes.ts';

/** GET /openapi.json: the description of this API. */
export const getOpenApi = () => route(routes.getOpenApi, ({ basePath }) => json(200, openApiDocument(basePath)));
