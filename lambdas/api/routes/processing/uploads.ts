/** The route that prepares an upload straight to storage. */
import { createdUploadSchema, createUploadSchema, idempotencyHeadersSchema, noQuerySchema } from '../api-schemas.ts';
import { created, idempotencyProblems, jsonBodyProblems, serviceProblems, uploadProblems } from '../responses.ts';
import { row } from '../route-row.ts';

export const createUpload = row({
  method: 'POST',
  path: '/uploads',
  operationId: 'createUpload',
  core: 'processing/create-upload.ts#createUpload',
  tag: 'Processing',
  makesWork: true,
  auth: 'api_key',
  role: 'member',
  summary: "Get an address for a file that is larger than the gateway's body limit",
  description:
    'Announce the file, send it with `method` and `headers` to `url`, without credentials, then process `upload_id`. The ' +
    'address can be used once and expires after an hour.',
  idempotent: true,
  request: {
    query: noQuerySchema,
    headers: idempotencyHeadersSchema,
    body: { 'application/json': createUploadSchema },
  },
  responses: {
    ...created('Send the file to `url` with `method` and `headers`, then process `upload_id`', createdUploadSchema),
    ...serviceProblems,
    ...uploadProblems,
    ...idempotencyProblems,
    ...jsonBodyProblems,
  },
});
