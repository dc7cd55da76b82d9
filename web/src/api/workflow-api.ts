import { queryOptions } from '@tanstack/react-query';
import { answerOf, api } from './client/client.ts';
import type { Schema } from './client/client.ts';

export type SnippetLanguage = Schema<'Snippets'>['language'];
export type Snippet = Schema<'Snippets'>['items'][number];

/** The languages of the API's programs, as their makers write them. */
export const SNIPPET_LANGUAGES: Readonly<Record<SnippetLanguage, string>> = {
  curl: 'curl',
  python: 'Python',
  javascript: 'JavaScript',
  typescript: 'TypeScript',
  java: 'Java',
  csharp: 'C#',
  php: 'PHP',
  go: 'Go',
  ruby: 'Ruby',
};

/** Programs that use the workflow, with its key filled in. */
export const snippetsQuery = (workflowId: string, language: SnippetLanguage) =>
  queryOptions({
    queryKey: ['workflows', workflowId, 'snippets', language],
    queryFn: ({ signal }) =>
      answerOf(
        api.GET('/processing/{workflow_key}/snippets', {
          params: { path: { workflow_key: workflowId }, query: { language } },
          signal,
        }),
      ),
    staleTime: Infinity,
  });

/** The OpenAPI document of the workflow. */
export const workflowOpenApiQuery = (workflowId: string) =>
  queryOptions({
    queryKey: ['workflows', workflowId, 'openapi'],
    queryFn: ({ signal }) =>
      answerOf(
        api.GET('/processing/{workflow_key}/openapi', { params: { path: { workflow_key: workflowId } }, signal }),
      ),
  });
