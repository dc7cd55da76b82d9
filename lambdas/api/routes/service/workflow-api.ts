/** The API of one workflow: its description, and programs that use it. */
import { z } from 'zod';
import { noQuerySchema, openapiSchema, workflowPathSchema } from '../api-schemas.ts';
import { found, ifNoneMatch, problem, serviceProblems } from '../responses.ts';
import { row } from '../route-row.ts';

export const snippetLanguageSchema = z.enum([
  'curl',
  'python',
  'javascript',
  'typescript',
  'java',
  'csharp',
  'php',
  'go',
  'ruby',
]);
export const snippetTaskSchema = z.enum(['process', 'poll', 'sub_pdfs', 'feedback', 'verification']);

export const snippetSchema = z.strictObject({
  task: snippetTaskSchema,
  file_name: z.string(),
  run: z.string().describe('The command that runs the file; PROCESSING_ID stands for the id of a processing request'),
  code: z.string().describe('A whole program of the standard library. It reads the API key from TEARLINE_API_KEY'),
});

const snippetsSchema = z
  .strictObject({
    workflow_id: z.uuid(),
    language: snippetLanguageSchema,
    items: z.array(snippetSchema),
  })
  .meta({ id: 'Snippets' });

const workflowProblems = { ...serviceProblems, 404: problem('No such workflow') };

export const getWorkflowOpenApi = row({
  method: 'GET',
  path: '/processing/{workflow_key}/openapi',
  operationId: 'getWorkflowOpenApi',
  tag: 'Service',
  auth: 'api_key',
  role: 'reviewer',
  summary: 'The description of a workflow',
  description:
    "OpenAPI 3.1 of what can be done with the workflow: with its key in the paths, its name, its account's limits in " +
    '`x-workflow`, and examples of its own.',
  request: { path: workflowPathSchema, query: noQuerySchema, headers: ifNoneMatch },
  responses: { ...found('OpenAPI 3.1', 'application/json', openapiSchema), ...workflowProblems },
});

export const getWorkflowSnippets = row({
  method: 'GET',
  path: '/processing/{workflow_key}/snippets',
  operationId: 'getWorkflowSnippets',
  tag: 'Service',
  auth: 'api_key',
  role: 'reviewer',
  summary: 'Programs that use a workflow',
  description: 'Process a document, poll for its result, fetch its sub-documents, send feedback, verify.',
  request: {
    path: workflowPathSchema,
    query: z.strictObject({ language: snippetLanguageSchema.describe('The programming language') }),
    headers: ifNoneMatch,
  },
  responses: { ...found('One program for each task', 'application/json', snippetsSchema), ...workflowProblems },
});
