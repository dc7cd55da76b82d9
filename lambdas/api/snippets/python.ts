import { FEEDBACK, pdfQuery } from './snippet.ts';
import type { SnippetContext, SnippetLanguage } from './snippet.ts';

/** Errors of HTTP end the program with the status. */
const request = ({ baseUrl }: SnippetContext): string => `BASE_URL = "${baseUrl}"
AUTHORIZATION = "ApiKey " + os.environ["TEARLINE_API_KEY"]


def call(method, path, body=None, headers={}):
    request = urllib.request.Request(BASE_URL + path, body, headers, method=method)
    # A large result is a redirect to storage, which refuses the key.
    request.add_unredirected_header("Authorization", AUTHORIZATION)
    return urllib.request.urlopen(request)
`;

const SEND = `with open("document.pdf", "rb") as file:
    content = file.read()
boundary = uuid.uuid4().hex
body = (
    f'--{boundary}\\r\\nContent-Disposition: form-data; name="file"; filename="document.pdf"\\r\\n'
    "Content-Type: application/pdf\\r\\n\\r\\n"
).encode() + content + f"\\r\\n--{boundary}--\\r\\n".encode()
form = {"Content-Type": f"multipart/form-data; boundary={boundary}"}
`;

export const python: SnippetLanguage = {
  extension: 'py',
  command: 'python3',
  programs: (context) => ({
    process: `"""Splits document.pdf and prints its sub-documents."""
import json
import os
import urllib.request
import uuid

${request(context)}

${SEND}
with call("POST", "/processing/${context.workflowKey}?include=document-splitting", body, form) as answer:
    status, location, result = answer.status, answer.headers["Location"], json.load(answer)
# 202: the document is still being processed. Ask again.
while status == 202:
    with call("GET", location + "?include=document-splitting&wait_for=20") as answer:
        status, result = answer.status, json.load(answer)
print(result["processing_id"])
for document in result["document_splitting"]["sub_documents"]:
    print(document["name"], document["pages"])
`,
    poll: `"""Sends document.pdf without waiting, asks until it is processed, and prints the result."""
import json
import os
import urllib.request
import uuid

${request(context)}

${SEND}
with call("POST", "/processing/${context.workflowKey}", body, {**form, "Prefer": "respond-async"}) as accepted:
    location = accepted.headers["Location"]
status = 202
while status == 202:
    with call("GET", location + "?wait_for=20") as answer:
        status, result = answer.status, json.load(answer)
print(json.dumps(result["document_splitting"], indent=2))
`,
    sub_pdfs: `"""Downloads the PDF of each sub-document. Argument: the processing_id."""
import json
import os
import sys
import urllib.request

${request(context)}

with call("GET", f"/processing/results/{sys.argv[1]}/split-pdfs") as answer:
    paths = json.load(answer)
for index, path in enumerate(paths):
    with call("GET", path${pdfQuery(context.cropping, ' + "', '"')}) as pdf, open(f"document-{index}.pdf", "wb") as file:
        file.write(pdf.read())
    print(file.name)
`,
    feedback: `"""Adds a document of three pages to the training data, with the split that was expected. Argument: the processing_id."""
import os
import sys
import urllib.request

${request(context)}

feedback = """${FEEDBACK}"""
path = f"/processing/feedback/{sys.argv[1]}"
with call("POST", path, feedback.encode(), {"Content-Type": "application/json"}) as answer:
    print(answer.read().decode())
`,
    verification: `"""Marks a splitting as verified, unless somebody else has changed it since it was read. Argument: the processing_id."""
import os
import sys
import urllib.request

${request(context)}

path = f"/processing/results/{sys.argv[1]}/document-splitting/verification"
with call("GET", path) as read:
    etag = read.headers["ETag"]
with call("POST", path, headers={"If-Match": etag}) as answer:
    print(answer.read().decode())
`,
  }),
};
