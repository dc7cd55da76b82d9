import { FEEDBACK, pdfQuery } from './snippet.ts';
import type { SnippetContext, SnippetLanguage, SnippetTask } from './snippet.ts';

/** JavaScript and TypeScript have the same programs but for the types. */
export const ecmaScript = (
  { baseUrl, workflowKey, cropping }: SnippetContext,
  isTyped: boolean,
): Readonly<Record<SnippetTask, string>> => {
  const typed = (type: string): string => (isTyped ? type : '');
  const call = `const baseUrl = '${baseUrl}';
const authorization = 'ApiKey ' + process.env.TEARLINE_API_KEY;

async function call(path${typed(': string')}, { headers, ...options }${typed(': { headers?: Record<string, string>; method?: string; body?: string | FormData }')} = {}) {
  const answer = await fetch(baseUrl + path, { ...options, headers: { Authorization: authorization, ...headers } });
  if (!answer.ok) throw new Error(await answer.text());
  return answer;
}
`;
  const form = `const form = new FormData();
form.append('file', await openAsBlob('document.pdf', { type: 'application/pdf' }), 'document.pdf');
`;
  const subDocuments = typed(
    ' as { processing_id: string; document_splitting: { sub_documents: { name: string; pages: number[] }[] } }',
  );
  return {
    process: `// Splits document.pdf and prints its sub-documents.
import { openAsBlob } from 'node:fs';

${call}
${form}
let answer = await call('/processing/${workflowKey}?include=document-splitting', { method: 'POST', body: form });
const location = answer.headers.get('Location');
// 202: the document is still being processed. Ask again.
while (answer.status === 202) answer = await call(location + '?include=document-splitting&wait_for=20');
const result = (await answer.json())${subDocuments};
console.log(result.processing_id);
for (const { name, pages } of result.document_splitting.sub_documents) console.log(name, pages);
`,
    poll: `// Sends document.pdf without waiting, asks until it is processed, and prints the result.
import { openAsBlob } from 'node:fs';

${call}
${form}
const headers = { Prefer: 'respond-async' };
const accepted = await call('/processing/${workflowKey}', { method: 'POST', headers, body: form });
const location = accepted.headers.get('Location');
let answer = accepted;
while (answer.status === 202) answer = await call(location + '?wait_for=20');
console.log(await answer.text());
`,
    sub_pdfs: `// Downloads the PDF of each sub-document. Argument: the processing_id.
import { writeFile } from 'node:fs/promises';

${call}
const list = await call('/processing/results/' + process.argv[2] + '/split-pdfs');
for (const [index, path] of ((await list.json())${typed(' as string[]')}).entries()) {
  const pdf = await call(path${pdfQuery(cropping, " + '", "'")});
  await writeFile('document-' + index + '.pdf', Buffer.from(await pdf.arrayBuffer()));
  console.log('document-' + index + '.pdf');
}
`,
    feedback: `// Adds a document of three pages to the training data, with the split that was expected. Argument: the processing_id.
${call}
const answer = await call('/processing/feedback/' + process.argv[2], {
  method: 'POST',
  headers: { 'Content-Type': 'application/json' },
  body: JSON.stringify(${FEEDBACK}),
});
console.log(await answer.text());
${isTyped ? 'export {};\n' : ''}`,
    verification: `// Marks a splitting as verified, unless somebody else has changed it since it was read. Argument: the processing_id.
${call}
const path = '/processing/results/' + process.argv[2] + '/document-splitting/verification';
const read = await call(path);
const headers = { 'If-Match': read.headers.get('ETag') ?? '' };
const answer = await call(path, { method: 'POST', headers });
console.log(await answer.text());
${isTyped ? 'export {};\n' : ''}`,
  };
};

export const javascript: SnippetLanguage = {
  extension: 'mjs',
  command: 'node',
  programs: (context) => ecmaScript(context, false),
};
export const typescript: SnippetLanguage = {
  extension: 'mts',
  command: 'node',
  programs: (context) => ecmaScript(context, true),
};
