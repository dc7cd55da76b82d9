#!/usr/bin/env bash
# Checks the PDFs that the service returns with pdfa_compliant=true with veraPDF: a whole file and single documents,
# from born-digital pages, from a scan and from a Japanese page.
set -euo pipefail
cd "$(dirname "$0")/.."
source .ci/service.sh
for sample in mixed-mail scanned-mail; do
  id=$(post "samples/$sample.pdf" include=document-splitting | processing_id)
  fetch "$id/pdf?pdfa_compliant=true" "$data/$sample.pdf"
  fetch "$id/split-pdfs/1?return_pages_with_ocr_data=true&pdfa_compliant=true&dpi=150" "$data/$sample-1.pdf"
  fetch "$id/sub-pdfs/0?return_pages_with_ocr_data=false&pdfa_compliant=true&page_height=297&page_width=210" "$data/$sample-0.pdf"
done
# Without .pdf in its name: the upload itself is not held to anything.
node samples/draw-japanese-page.ts "$data/japanese-page"
post "$data/japanese-page" 'include=document-splitting&include=ocr' >"$data/japanese.json"
grep -q 請求書 "$data/japanese.json" || { echo 'the Japanese page has no text'; exit 1; }
fetch "$(processing_id <"$data/japanese.json")/pdf?pdfa_compliant=true" "$data/japanese.pdf"
.ci/verapdf.sh "$data"/*.pdf
