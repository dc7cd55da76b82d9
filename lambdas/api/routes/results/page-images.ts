/** Page images and the thumbnail of a processing request. */
import { z } from 'zod';
import { noQuerySchema, pageImageQuerySchema, pagePathSchema, processingPathSchema } from '../api-schemas.ts';
import {
  found,
  foundFile,
  ifNoneMatch,
  inProgress,
  presignedGet,
  rangeHeaders,
  resultProblems,
  RESULT_PATH,
} from '../responses.ts';
import { row } from '../route-row.ts';

export const listPageImages = row({
  method: 'GET',
  path: `${RESULT_PATH}/page-images`,
  operationId: 'listPageImages',
  core: 'results/processing-result.ts#listPageImages',
  tag: 'Results',
  auth: 'api_key',
  role: 'reviewer',
  shared: true,
  summary: 'The paths of all page images',
  description: 'Paths relative to this service.',
  request: { path: processingPathSchema, query: noQuerySchema, headers: ifNoneMatch },
  responses: {
    ...found(
      'One path a page, in order; of a page with several crops one a crop',
      'application/json',
      z.array(z.string()),
    ),
    ...inProgress,
    ...resultProblems,
  },
});

export const getPageImage = row({
  method: 'GET',
  path: `${RESULT_PATH}/page-images/{page_num}`,
  operationId: 'getPageImage',
  core: 'results/images/page-image.ts#readPageImage',
  tag: 'Results',
  auth: 'api_key',
  role: 'reviewer',
  shared: true,
  summary: 'A page as it was used in processing',
  description:
    'Scaled down, never up, keeping the aspect ratio: to `width`, to `height`, or, where both are given and do not ' +
    'fit, by the larger dimension.',
  request: { path: pagePathSchema, query: pageImageQuerySchema, headers: rangeHeaders },
  responses: {
    ...foundFile('The image', 'image/jpeg'),
    ...presignedGet,
    ...inProgress,
    ...resultProblems,
  },
});

export const getThumbnail = row({
  method: 'GET',
  path: `${RESULT_PATH}/thumbnail`,
  operationId: 'getThumbnail',
  core: 'results/images/thumbnail.ts#readThumbnail',
  tag: 'Results',
  auth: 'api_key',
  role: 'reviewer',
  shared: true,
  summary: 'A small picture of the first page',
  description: 'A JPEG whose longer side has 256 pixels.',
  request: { path: processingPathSchema, query: noQuerySchema, headers: rangeHeaders },
  responses: { ...foundFile('The image', 'image/jpeg'), ...inProgress, ...resultProblems },
});
