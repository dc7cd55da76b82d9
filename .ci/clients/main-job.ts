/** The README's main job through the generated TypeScript client: node main-job.ts URL KEY FILE PAGES */
import { openAsBlob } from 'node:fs';
import createClient from 'openapi-fetch';
import type { components, paths } from './tearline.ts';

const WORKFLOW = '00000000-0000-4000-8000-000000000001';
const [baseUrl = '', key = '', file = '', pages = ''] = process.argv.slice(2);
const client = createClient<paths>({ baseUrl, headers: { Authorization: `ApiKey ${key}` } });

function expectThat(holds: boolean, what: string): asserts holds {
  if (!holds) throw new Error(`Not so: ${what}`);
}

const parameters: components['schemas']['ProcessingParameters'] = { mode: 'auto', threshold: 0.5 };
const form = new FormData();
form.set('file', await openAsBlob(file), 'inbox.pdf');
form.set('parameters', JSON.stringify(parameters));
const posted = await client.POST('/processing/{workflow_key}', {
  params: { path: { workflow_key: WORKFLOW }, query: { include: ['document-splitting'], wait_for: 120 } },
  // openapi-typescript has the type string for a file; the serializer sends the form.
  body: { file: '' },
  bodySerializer: () => form,
});
expectThat(posted.response.status === 201, `the POST is answered 201, not ${posted.response.status}`);
// The type has the 202 too.
expectThat(posted.data !== undefined && 'workflow_id' in posted.data, 'the answer is a result');
const { processing_id, document_splitting } = posted.data;
const subDocuments = document_splitting?.sub_documents ?? [];
for (const { name, pages: own } of subDocuments) console.log(name, own.join(','));
expectThat(subDocuments.flatMap((one) => one.pages).length === Number(pages), 'the sub-documents have all pages');

const pdf = await client.GET('/processing/results/{processing_id}/split-pdfs/{index}', {
  params: { path: { processing_id, index: 0 } },
  parseAs: 'arrayBuffer',
});
expectThat(pdf.data !== undefined, 'the first sub-document has a PDF');
const head = new TextDecoder().decode((pdf.data as ArrayBuffer).slice(0, 4));
expectThat(head === '%PDF', `the PDF begins with %PDF, not ${head}`);

const ocr = await client.GET('/processing/results/{processing_id}/ocr', { params: { path: { processing_id } } });
expectThat(ocr.data !== undefined && 'pages' in ocr.data, 'the OCR result is there');
expectThat(ocr.data.pages.length === Number(pages), 'every page has an OCR result');
expectThat((ocr.data.pages[0]?.bboxes.length ?? 0) > 0, 'the first page has words');

const unknown = await client.GET('/processing/results/{processing_id}', {
  params: { path: { processing_id: WORKFLOW } },
});
expectThat(unknown.error?.code === 'processing_not_accessible', 'an unknown id is a problem with a code');
