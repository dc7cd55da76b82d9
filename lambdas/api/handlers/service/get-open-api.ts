import { json } from '../../answer.ts';
import { route } from '../../route.ts';
import { routes } from '../../routes/routes.ts';

/** GET /openapi.json: the description of this API. */
export const getOpenApi = () =>
  route(routes.getOpenApi, async ({ basePath }) => {
    // Loaded with the first request: examples, and the library that describes schemas.
    const { openApiDocument } = await import('../../openapi/openapi-document.ts');
    return json(200, openApiDocument(basePath));
  });
