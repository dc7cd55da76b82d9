import { FEEDBACK, pdfQuery } from './snippet.ts';
import type { SnippetLanguage } from './snippet.ts';

const HEAD = '#!/usr/bin/env bash\nset -euo pipefail';
const AUTH = '-H "Authorization: ApiKey $TEARLINE_API_KEY"';

export const curl: SnippetLanguage = {
  extension: 'sh',
  command: 'bash',
  programs: ({ baseUrl, workflowKey, cropping }) => ({
    process: `${HEAD}
# Splits document.pdf and prints the result. Asks again while the answer is 202. A large result is a redirect (-L).
answer=$(curl -sSL -o result.json -w '%{http_code} %header{location}' ${AUTH} \\
  -F file=@document.pdf '${baseUrl}/processing/${workflowKey}')
read -r status location <<<"$answer"
while [ "$status" = 202 ]; do
  status=$(curl -sSL -o result.json -w '%{http_code}' ${AUTH} "${baseUrl}$location?wait_for=20")
done
cat result.json
[ "$status" -lt 300 ]
`,
    poll: `${HEAD}
# Sends document.pdf without waiting, asks until it is processed, and prints the result. A large one is a redirect (-L).
location=$(curl -sS --fail-with-body -o /dev/null -w '%header{location}' ${AUTH} \\
  -H 'Prefer: respond-async' -F file=@document.pdf '${baseUrl}/processing/${workflowKey}')
while :; do
  status=$(curl -sSL -o result.json -w '%{http_code}' ${AUTH} "${baseUrl}$location?wait_for=20")
  [ "$status" = 202 ] || break
done
cat result.json
[ "$status" = 200 ]
`,
    sub_pdfs: `${HEAD}
# Downloads the PDF of each sub-document; a large one is a redirect (-L). Argument: the processing_id.
paths=$(curl -sS --fail-with-body ${AUTH} "${baseUrl}/processing/results/$1/split-pdfs")
for path in $(tr -d '[]" ' <<<"$paths" | tr ',' ' '); do
  curl -sSL --fail ${AUTH} -o "document-\${path##*/}.pdf" "${baseUrl}$path${pdfQuery(cropping)}"
  echo "document-\${path##*/}.pdf"
done
`,
    feedback: `${HEAD}
# Adds a document of three pages to the training data, with the split that was expected. Argument: the processing_id.
curl -sS --fail-with-body ${AUTH} -H 'Content-Type: application/json' \\
  -d '${FEEDBACK}' \\
  "${baseUrl}/processing/feedback/$1"
`,
    verification: `${HEAD}
# Marks a splitting as verified, unless somebody else has changed it since it was read. Argument: the processing_id.
url="${baseUrl}/processing/results/$1/document-splitting/verification"
etag=$(curl -sS --fail-with-body -o /dev/null -w '%header{etag}' ${AUTH} "$url")
curl -sS --fail-with-body -X POST ${AUTH} -H "If-Match: $etag" "$url"
`,
  }),
};
