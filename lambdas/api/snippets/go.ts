import { FEEDBACK, pdfQuery } from './snippet.ts';
import type { SnippetContext, SnippetLanguage, SnippetTask } from './snippet.ts';

interface Program {
  readonly comment: string;
  readonly imports: readonly string[];
  readonly functions?: string;
  /** The lines of `main`. */
  readonly main: readonly string[];
}

const FORM = `func form() (io.Reader, map[string]string) {
	var body bytes.Buffer
	writer := multipart.NewWriter(&body)
	part, err := writer.CreateFormFile("file", "document.pdf")
	check(err)
	content, err := os.ReadFile("document.pdf")
	check(err)
	_, err = part.Write(content)
	check(err)
	check(writer.Close())
	return &body, map[string]string{"Content-Type": writer.FormDataContentType()}
}

`;
const FORM_IMPORTS = ['bytes', 'mime/multipart'];

const programOf = (
  { baseUrl }: SnippetContext,
  { comment, imports, functions = '', main }: Program,
): string => `// ${comment}
package main

import (
${[...new Set(['fmt', 'io', 'net/http', 'os', ...imports])]
  .sort()
  .map((one) => `\t"${one}"`)
  .join('\n')}
)

const baseURL = "${baseUrl}"

func check(err error) {
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

// call returns the response and its whole body.
func call(method, path string, body io.Reader, headers map[string]string) (*http.Response, []byte) {
	request, err := http.NewRequest(method, baseURL+path, body)
	check(err)
	request.Header.Set("Authorization", "ApiKey "+os.Getenv("TEARLINE_API_KEY"))
	for name, value := range headers {
		request.Header.Set(name, value)
	}
	answer, err := http.DefaultClient.Do(request)
	check(err)
	defer answer.Body.Close()
	content, err := io.ReadAll(answer.Body)
	check(err)
	if answer.StatusCode >= 300 {
		check(fmt.Errorf("%s", content))
	}
	return answer, content
}

${functions}func main() {
${main.map((line) => `\t${line}`).join('\n')}
}
`;

const programs = (context: SnippetContext): Readonly<Record<SnippetTask, string>> => ({
  process: programOf(context, {
    comment: 'Splits document.pdf and prints its sub-documents.',
    imports: [...FORM_IMPORTS, 'encoding/json'],
    functions: FORM,
    main: [
      'body, headers := form()',
      `answer, content := call("POST", "/processing/${context.workflowKey}?include=document-splitting", body, headers)`,
      'location := answer.Header.Get("Location")',
      '// 202: the document is still being processed. Ask again.',
      'for answer.StatusCode == http.StatusAccepted {',
      '\tanswer, content = call("GET", location+"?include=document-splitting&wait_for=20", nil, nil)',
      '}',
      'var result struct {',
      '\tProcessingID      string `json:"processing_id"`',
      '\tDocumentSplitting struct {',
      '\t\tSubDocuments []struct {',
      '\t\t\tName  string `json:"name"`',
      '\t\t\tPages []int  `json:"pages"`',
      '\t\t} `json:"sub_documents"`',
      '\t} `json:"document_splitting"`',
      '}',
      'check(json.Unmarshal(content, &result))',
      'fmt.Println(result.ProcessingID)',
      'for _, document := range result.DocumentSplitting.SubDocuments {',
      '\tfmt.Println(document.Name, document.Pages)',
      '}',
    ],
  }),
  poll: programOf(context, {
    comment: 'Sends document.pdf without waiting, asks until it is processed, and prints the result.',
    imports: FORM_IMPORTS,
    functions: FORM,
    main: [
      'body, headers := form()',
      'headers["Prefer"] = "respond-async"',
      `answer, content := call("POST", "/processing/${context.workflowKey}", body, headers)`,
      'location := answer.Header.Get("Location")',
      'for answer.StatusCode == http.StatusAccepted {',
      '\tanswer, content = call("GET", location+"?wait_for=20", nil, nil)',
      '}',
      'fmt.Println(string(content))',
    ],
  }),
  sub_pdfs: programOf(context, {
    comment: 'Downloads the PDF of each sub-document. Argument: the processing_id.',
    imports: ['encoding/json'],
    main: [
      '_, content := call("GET", "/processing/results/"+os.Args[1]+"/split-pdfs", nil, nil)',
      'var paths []string',
      'check(json.Unmarshal(content, &paths))',
      'for index, path := range paths {',
      `\t_, pdf := call("GET", path${pdfQuery(context.cropping, '+"', '"')}, nil, nil)`,
      '\tname := fmt.Sprintf("document-%d.pdf", index)',
      '\tcheck(os.WriteFile(name, pdf, 0o600))',
      '\tfmt.Println(name)',
      '}',
    ],
  }),
  feedback: programOf(context, {
    comment:
      'Adds a document of three pages to the training data, with the split that was expected. Argument: the processing_id.',
    imports: ['strings'],
    main: [
      `feedback := \`${FEEDBACK}\``,
      'headers := map[string]string{"Content-Type": "application/json"}',
      '_, content := call("POST", "/processing/feedback/"+os.Args[1], strings.NewReader(feedback), headers)',
      'fmt.Println(string(content))',
    ],
  }),
  verification: programOf(context, {
    comment:
      'Marks a splitting as verified, unless somebody else has changed it since it was read. Argument: the processing_id.',
    imports: [],
    main: [
      'path := "/processing/results/" + os.Args[1] + "/document-splitting/verification"',
      'read, _ := call("GET", path, nil, nil)',
      '_, content := call("POST", path, nil, map[string]string{"If-Match": read.Header.Get("ETag")})',
      'fmt.Println(string(content))',
    ],
  }),
});

export const go: SnippetLanguage = { extension: 'go', command: 'go run', programs };
