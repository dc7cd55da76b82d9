import { FEEDBACK, pdfQuery } from './snippet.ts';
import type { SnippetContext, SnippetLanguage, SnippetTask } from './snippet.ts';

interface Program {
  readonly comment: string;
  readonly usings: readonly string[];
  /** The lines of `Run`. */
  readonly main: readonly string[];
}

const programOf = ({ baseUrl }: SnippetContext, { comment, usings, main }: Program): string =>
  `// ${comment}
${[...new Set(['System', 'System.Net.Http', 'System.Threading.Tasks', ...usings])]
  .sort()
  .map((one) => `using ${one};`)
  .join('\n')}

class Program
{
    const string BaseUrl = "${baseUrl}";
    static readonly HttpClient Client = new HttpClient();

    static async Task<HttpResponseMessage> Call(HttpMethod method, string path, HttpContent body = null, string header = null, string value = null)
    {
        var request = new HttpRequestMessage(method, BaseUrl + path) { Content = body };
        request.Headers.TryAddWithoutValidation("Authorization", "ApiKey " + Environment.GetEnvironmentVariable("TEARLINE_API_KEY"));
        if (header != null) request.Headers.TryAddWithoutValidation(header, value);
        var answer = await Client.SendAsync(request);
        if (!answer.IsSuccessStatusCode) throw new Exception(await answer.Content.ReadAsStringAsync());
        return answer;
    }

    static void Main(string[] arguments) => Run(arguments).GetAwaiter().GetResult();

    static async Task Run(string[] arguments)
    {
${main.map((line) => (line === '' ? '' : `        ${line}`)).join('\n')}
    }
}
`;

const FORM = [
  'var file = new ByteArrayContent(File.ReadAllBytes("document.pdf"));',
  'file.Headers.ContentType = new MediaTypeHeaderValue("application/pdf");',
  'var form = new MultipartFormDataContent();',
  'form.Add(file, "file", "document.pdf");',
];
const FORM_USINGS = ['System.IO', 'System.Net.Http.Headers'];
const PRINT = 'Console.WriteLine(await answer.Content.ReadAsStringAsync());';

const programs = (context: SnippetContext): Readonly<Record<SnippetTask, string>> => ({
  process: programOf(context, {
    comment: 'Splits document.pdf and prints the result.',
    usings: [...FORM_USINGS, 'System.Net'],
    main: [
      ...FORM,
      `var answer = await Call(HttpMethod.Post, "/processing/${context.workflowKey}?include=document-splitting", form);`,
      'var location = answer.Headers.Location;',
      '// 202: the document is still being processed. Ask again.',
      'while (answer.StatusCode == HttpStatusCode.Accepted)',
      '    answer = await Call(HttpMethod.Get, location.OriginalString + "?include=document-splitting&wait_for=20");',
      PRINT,
    ],
  }),
  poll: programOf(context, {
    comment: 'Sends document.pdf without waiting, asks until it is processed, and prints the result.',
    usings: [...FORM_USINGS, 'System.Net'],
    main: [
      ...FORM,
      `var answer = await Call(HttpMethod.Post, "/processing/${context.workflowKey}", form, "Prefer", "respond-async");`,
      'var location = answer.Headers.Location.OriginalString;',
      'while (answer.StatusCode == HttpStatusCode.Accepted)',
      '    answer = await Call(HttpMethod.Get, location + "?wait_for=20");',
      PRINT,
    ],
  }),
  sub_pdfs: programOf(context, {
    comment: 'Downloads the PDF of each sub-document. Argument: the processing_id.',
    usings: ['System.IO', 'System.Text.RegularExpressions'],
    main: [
      'var answer = await Call(HttpMethod.Get, "/processing/results/" + arguments[0] + "/split-pdfs");',
      '// The answer is a JSON array of paths.',
      'var paths = Regex.Matches(await answer.Content.ReadAsStringAsync(), "\\"([^\\"]+)\\"");',
      'for (var index = 0; index < paths.Count; index++)',
      '{',
      `    var pdf = await Call(HttpMethod.Get, paths[index].Groups[1].Value${pdfQuery(context.cropping, ' + "', '"')});`,
      '    File.WriteAllBytes("document-" + index + ".pdf", await pdf.Content.ReadAsByteArrayAsync());',
      '    Console.WriteLine("document-" + index + ".pdf");',
      '}',
    ],
  }),
  feedback: programOf(context, {
    comment:
      'Adds a document of three pages to the training data, with the split that was expected. Argument: the processing_id.',
    usings: ['System.Text'],
    main: [
      `var feedback = ${JSON.stringify(FEEDBACK)};`,
      'var body = new StringContent(feedback, Encoding.UTF8, "application/json");',
      'var answer = await Call(HttpMethod.Post, "/processing/feedback/" + arguments[0], body);',
      PRINT,
    ],
  }),
  verification: programOf(context, {
    comment:
      'Marks a splitting as verified, unless somebody else has changed it since it was read. Argument: the processing_id.',
    usings: [],
    main: [
      'var path = "/processing/results/" + arguments[0] + "/document-splitting/verification";',
      'var read = await Call(HttpMethod.Get, path);',
      'var answer = await Call(HttpMethod.Post, path, null, "If-Match", read.Headers.ETag.ToString());',
      PRINT,
    ],
  }),
});

export const csharp: SnippetLanguage = { extension: 'cs', command: 'dotnet run', programs };
