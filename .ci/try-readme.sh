#!/usr/bin/env bash
# Follows the README: starts the service on an empty data folder, posts the sample and checks the results.
set -euo pipefail
cd "$(dirname "$0")/.."
source .ci/service.sh
post samples/mixed-mail.pdf >"$data/result.json"
node - "$data/result.json" samples/mixed-mail.expected.json <<'JS'
const [result, expected] = process.argv.slice(2).map((file) => JSON.parse(require('node:fs').readFileSync(file)));
const pages = (list) => list.map((document) => document.pages.join(','));
const got = pages(result.document_splitting.sub_documents);
const wanted = pages(expected.sub_documents);
console.log('expected', wanted.join(' | '), '\ngot     ', got.join(' | '));
const right = wanted.filter((document) => got.includes(document)).length;
if (right < wanted.length * 0.7) throw new Error(`only ${right} of ${wanted.length} documents of the sample are right`);
JS
id=$(processing_id <"$data/result.json")
for path in ocr hocr page-images page-images/1 thumbnail pdf document-splitting extractions split-pdfs split-pdfs/0 sub-pdfs sub-pdfs/0; do
  fetch "$id/$path" "$data/answer"
  [ -s "$data/answer" ] || { echo "empty answer: $path"; exit 1; }
done
