import { FEEDBACK, pdfQuery } from './snippet.ts';
import type { SnippetContext, SnippetLanguage, SnippetTask } from './snippet.ts';

const IMPORTS = ['java.net.URI', 'java.net.http.HttpClient', 'java.net.http.HttpRequest', 'java.net.http.HttpResponse'];

const CALL = `    static <T> HttpResponse<T> call(HttpRequest.Builder request, HttpResponse.BodyHandler<T> body) throws Exception {
        request.header("Authorization", "ApiKey " + System.getenv("TEARLINE_API_KEY"));
        HttpClient client = HttpClient.newHttpClient();
        HttpResponse<T> answer = client.send(request.build(), body);
        // A large result is a redirect to storage, which refuses the key.
        if (answer.statusCode() == 303 || answer.statusCode() == 307) {
            URI storage = URI.create(answer.headers().firstValue("Location").orElseThrow());
            answer = client.send(HttpRequest.newBuilder(storage).build(), body);
        }
        if (answer.statusCode() >= 300) throw new RuntimeException(answer.statusCode() + " " + answer.body());
        return answer;
    }
`;

const FORM = `    static HttpRequest.Builder form(String url) throws Exception {
        String boundary = UUID.randomUUID().toString();
        byte[] head = ("--" + boundary + "\\r\\nContent-Disposition: form-data; name=\\"file\\"; filename=\\"document.pdf\\"\\r\\n"
            + "Content-Type: application/pdf\\r\\n\\r\\n").getBytes();
        byte[] tail = ("\\r\\n--" + boundary + "--\\r\\n").getBytes();
        return HttpRequest.newBuilder(URI.create(url))
            .header("Content-Type", "multipart/form-data; boundary=" + boundary)
            .POST(BodyPublishers.ofByteArrays(List.of(head, Files.readAllBytes(Path.of("document.pdf")), tail)));
    }
`;
const FORM_IMPORTS = [
  'java.net.http.HttpRequest.BodyPublishers',
  'java.nio.file.Files',
  'java.nio.file.Path',
  'java.util.List',
  'java.util.UUID',
];

interface Program {
  readonly comment: string;
  readonly name: string;
  readonly imports: readonly string[];
  readonly methods: readonly string[];
  /** The lines of `main`. */
  readonly main: readonly string[];
}

const programOf = ({ baseUrl }: SnippetContext, { comment, name, imports, methods, main }: Program): string =>
  `// ${comment}
${[...new Set([...IMPORTS, ...imports])]
  .sort()
  .map((one) => `import ${one};`)
  .join('\n')}

public class ${name} {
    static final String BASE_URL = "${baseUrl}";

${methods.join('\n')}
    public static void main(String[] arguments) throws Exception {
${main.map((line) => `        ${line}`).join('\n')}
    }
}
`;

const STRING = 'HttpResponse.BodyHandlers.ofString()';

const programs = (context: SnippetContext): Readonly<Record<SnippetTask, string>> => ({
  process: programOf(context, {
    comment: 'Splits document.pdf and prints the result.',
    name: 'Process',
    imports: FORM_IMPORTS,
    methods: [CALL, FORM],
    main: [
      `String url = BASE_URL + "/processing/${context.workflowKey}?include=document-splitting";`,
      `HttpResponse<String> answer = call(form(url), ${STRING});`,
      'String location = answer.headers().firstValue("Location").orElse("");',
      '// 202: the document is still being processed. Ask again.',
      'while (answer.statusCode() == 202) {',
      '    URI result = URI.create(BASE_URL + location + "?include=document-splitting&wait_for=20");',
      `    answer = call(HttpRequest.newBuilder(result), ${STRING});`,
      '}',
      'System.out.println(answer.body());',
    ],
  }),
  poll: programOf(context, {
    comment: 'Sends document.pdf without waiting, asks until it is processed, and prints the result.',
    name: 'Poll',
    imports: FORM_IMPORTS,
    methods: [CALL, FORM],
    main: [
      `String url = BASE_URL + "/processing/${context.workflowKey}";`,
      `HttpResponse<String> answer = call(form(url).header("Prefer", "respond-async"), ${STRING});`,
      'String location = answer.headers().firstValue("Location").orElseThrow();',
      'while (answer.statusCode() == 202) {',
      `    answer = call(HttpRequest.newBuilder(URI.create(BASE_URL + location + "?wait_for=20")), ${STRING});`,
      '}',
      'System.out.println(answer.body());',
    ],
  }),
  sub_pdfs: programOf(context, {
    comment: 'Downloads the PDF of each sub-document. Argument: the processing_id.',
    name: 'SubPdfs',
    imports: [
      'java.nio.file.Path',
      'java.util.regex.Matcher',
      'java.util.regex.Pattern',
      'static java.nio.file.StandardOpenOption.*',
    ],
    methods: [CALL],
    main: [
      'String list = BASE_URL + "/processing/results/" + arguments[0] + "/split-pdfs";',
      '// The answer is a JSON array of paths.',
      `String paths = call(HttpRequest.newBuilder(URI.create(list)), ${STRING}).body();`,
      'Matcher path = Pattern.compile("\\"([^\\"]+)\\"").matcher(paths);',
      'for (int index = 0; path.find(); index++) {',
      '    Path file = Path.of("document-" + index + ".pdf");',
      `    String pages = BASE_URL + path.group(1)${pdfQuery(context.cropping, ' + "', '"')};`,
      '    HttpRequest.Builder pdf = HttpRequest.newBuilder(URI.create(pages));',
      '    call(pdf, HttpResponse.BodyHandlers.ofFile(file, CREATE, WRITE, TRUNCATE_EXISTING));',
      '    System.out.println(file);',
      '}',
    ],
  }),
  feedback: programOf(context, {
    comment:
      'Adds a document of three pages to the training data, with the split that was expected. Argument: the processing_id.',
    name: 'Feedback',
    imports: ['java.net.http.HttpRequest.BodyPublishers'],
    methods: [CALL],
    main: [
      `String feedback = ${JSON.stringify(FEEDBACK)};`,
      'HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(BASE_URL + "/processing/feedback/" + arguments[0]))',
      '    .header("Content-Type", "application/json").POST(BodyPublishers.ofString(feedback));',
      `System.out.println(call(request, ${STRING}).body());`,
    ],
  }),
  verification: programOf(context, {
    comment:
      'Marks a splitting as verified, unless somebody else has changed it since it was read. Argument: the processing_id.',
    name: 'Verification',
    imports: ['java.net.http.HttpRequest.BodyPublishers'],
    methods: [CALL],
    main: [
      'URI url = URI.create(BASE_URL + "/processing/results/" + arguments[0] + "/document-splitting/verification");',
      `String etag = call(HttpRequest.newBuilder(url), ${STRING}).headers().firstValue("ETag").orElseThrow();`,
      'HttpRequest.Builder request = HttpRequest.newBuilder(url).header("If-Match", etag).POST(BodyPublishers.noBody());',
      `System.out.println(call(request, ${STRING}).body());`,
    ],
  }),
});

export const java: SnippetLanguage = { extension: 'java', command: 'java', programs };
