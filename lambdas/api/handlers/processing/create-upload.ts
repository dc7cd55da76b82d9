import * as core from '../../../../core/processing/create-upload.ts';
import type { Service } from '../../../../core/service.ts';
import { json } from '../../answer.ts';
import { route } from '../../route.ts';
import { routes } from '../../routes/routes.ts';

/** POST /uploads: a presigned URL to which the client sends a large file. */
export const createUpload = (service: Service) =>
  route(routes.createUpload, async ({ body, account }) => json(201, await core.createUpload(service, account, body)));
