import { FEEDBACK, pdfQuery } from './snippet.ts';
import type { SnippetContext, SnippetLanguage } from './snippet.ts';

/** Returns the status, the headers in lower case, and the body. */
const head = ({ baseUrl }: SnippetContext, comment: string): string => `<?php
// ${comment}
const BASE_URL = '${baseUrl}';

function call(string $path, array $options = [], array $headers = []): array
{
    $received = [];
    $curl = curl_init(BASE_URL . $path);
    curl_setopt_array($curl, $options + [
        CURLOPT_RETURNTRANSFER => true,
        // A large result is a redirect to storage. The key is not sent there.
        CURLOPT_FOLLOWLOCATION => true,
        CURLOPT_HTTPHEADER => array_merge(['Authorization: ApiKey ' . getenv('TEARLINE_API_KEY')], $headers),
        CURLOPT_HEADERFUNCTION => function ($curl, string $line) use (&$received): int {
            $parts = explode(':', $line, 2);
            if (count($parts) === 2) $received[strtolower($parts[0])] = trim($parts[1]);
            return strlen($line);
        },
    ]);
    $body = curl_exec($curl);
    $status = curl_getinfo($curl, CURLINFO_RESPONSE_CODE);
    if ($body === false || $status >= 300) throw new Exception($body === false ? curl_error($curl) : $body);
    return [$status, $received, $body];
}
`;

const FORM = `$form = ['file' => new CURLFile('document.pdf', 'application/pdf', 'document.pdf')];`;

export const php: SnippetLanguage = {
  extension: 'php',
  command: 'php',
  programs: (context) => ({
    process: `${head(context, 'Splits document.pdf and prints its sub-documents.')}
${FORM}
$path = '/processing/${context.workflowKey}?include=document-splitting';
[$status, $headers, $body] = call($path, [CURLOPT_POSTFIELDS => $form]);
// 202: the document is still being processed. Ask again.
while ($status === 202) {
    [$status, , $body] = call($headers['location'] . '?include=document-splitting&wait_for=20');
}
$result = json_decode($body, true, 512, JSON_THROW_ON_ERROR);
echo $result['processing_id'], "\\n";
foreach ($result['document_splitting']['sub_documents'] as $document) {
    echo $document['name'], ' ', json_encode($document['pages']), "\\n";
}
`,
    poll: `${head(context, 'Sends document.pdf without waiting, asks until it is processed, and prints the result.')}
${FORM}
$async = ['Prefer: respond-async'];
[$status, $headers, $body] = call('/processing/${context.workflowKey}', [CURLOPT_POSTFIELDS => $form], $async);
$location = $headers['location'];
while ($status === 202) {
    [$status, , $body] = call($location . '?wait_for=20');
}
echo $body, "\\n";
`,
    sub_pdfs: `${head(context, 'Downloads the PDF of each sub-document. Argument: the processing_id.')}
[, , $paths] = call('/processing/results/' . $argv[1] . '/split-pdfs');
foreach (json_decode($paths, true, 512, JSON_THROW_ON_ERROR) as $index => $path) {
    [, , $pdf] = call($path${pdfQuery(context.cropping, " . '", "'")});
    file_put_contents("document-$index.pdf", $pdf);
    echo "document-$index.pdf\\n";
}
`,
    feedback: `${head(context, 'Adds a document of three pages to the training data, with the split that was expected. Argument: the processing_id.')}
$feedback = '${FEEDBACK}';
$json = ['Content-Type: application/json'];
[, , $body] = call('/processing/feedback/' . $argv[1], [CURLOPT_POSTFIELDS => $feedback], $json);
echo $body, "\\n";
`,
    verification: `${head(context, 'Marks a splitting as verified, unless somebody else has changed it since it was read. Argument: the processing_id.')}
$path = '/processing/results/' . $argv[1] . '/document-splitting/verification';
[, $headers] = call($path);
[, , $body] = call($path, [CURLOPT_CUSTOMREQUEST => 'POST'], ['If-Match: ' . $headers['etag']]);
echo $body, "\\n";
`,
  }),
};
