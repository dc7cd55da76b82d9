/** What a snippet is made from, and the tasks that there is one for in every language. */

import type { z } from 'zod';
import type { snippetTaskSchema } from '../routes/service/workflow-api.ts';

export type SnippetTask = z.infer<typeof snippetTaskSchema>;

export interface SnippetContext {
  /** Of the service, without a slash at its end. */
  readonly baseUrl: string;
  /** A UUID. */
  readonly workflowKey: string;
  /** Whether the workflow crops. */
  readonly cropping: boolean;
}

/** Programs of one language; each is a whole file that needs nothing but the language's standard library. */
export interface SnippetLanguage {
  /** Of the files, without the dot. */
  readonly extension: string;
  /** The command that runs a file, without its name. */
  readonly command: string;
  readonly programs: (context: SnippetContext) => Readonly<Record<SnippetTask, string>>;
}

/** The body of the feedback snippets: the three pages of a document as they should have been split. */
export const FEEDBACK = JSON.stringify({
  description: 'Pages 2 and 3 belong together.',
  expected_sub_documents: [
    { name: 'Invoice', pages: [1] },
    { name: 'Delivery note', pages: [2, 3] },
  ],
});

/**
 * The code that adds a query to the path of a sub-document's PDF; none where the workflow does not crop. Several crops of a page
 * have the same original page, so that a workflow that crops has its PDFs rendered.
 * @param before  code between the path and the text of the query
 * @param after  code that ends the text
 */
export const pdfQuery = (cropping: boolean, before = '', after = ''): string =>
  cropping ? `${before}?return_pages_with_ocr_data=true${after}` : '';
