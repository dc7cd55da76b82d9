#!/usr/bin/env bash
# veraPDF on what the running service answers with pdfa_compliant=true: a whole file and single documents, from
# born-digital pages and from a scan.
set -euo pipefail
cd "$(dirname "$0")/.."
source .ci/service.sh
for sample in mixed-mail scanned-mail; do
  id=$(post "samples/$sample.pdf" include=document-splitting | processing_id)
  fetch "$id/pdf?pdfa_compliant=true" "$data/$sample.pdf"
  fetch "$id/split-pdfs/1?return_pages_with_ocr_data=true&pdfa_compliant=true&dpi=150" "$data/$sample-1.pdf"
  fetch "$id/sub-pdfs/0?return_pages_with_ocr_data=false&pdfa_compliant=true&page_height=297&page_width=210" "$data/$sample-0.pdf"
done
.ci/verapdf.sh "$data"/*.pdf
