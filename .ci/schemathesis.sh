#!/usr/bin/env bash
# Runs schemathesis against the service, in addition to bench/contract/contract.ts. It fails on a 5xx, a response that
# the OpenAPI document does not describe, an accepted invalid request, or a request that succeeds without its key.
set -euo pipefail
cd "$(dirname "$0")/.."
venv=${TMPDIR:-/tmp}/tearline-schemathesis
[ -x "$venv/bin/schemathesis" ] || { python3 -m venv "$venv" && "$venv/bin/pip" install --quiet 'schemathesis>=4,<5'; }

source .ci/service.sh

# Results to ask for: without an id that exists, every result endpoint would only ever answer 403.
node --input-type=module -e "
  import { drawTwoPagePdf } from '$PWD/bench/contract/two-page-pdf.ts';
  import { writeFileSync } from 'node:fs';
  writeFileSync('$data/two-pages.pdf', await drawTwoPagePdf());"
id=$(curl -sS -H "Authorization: ApiKey $key" -F "file=@$data/two-pages.pdf" -F 'parameters={"mode":"per_page"}' \
  "$url/processing/00000000-0000-4000-8000-000000000001?wait_for=60&include=pdf" | processing_id)
[ -n "$id" ] || { echo "The first document was not processed:"; tail -5 "$data/log"; exit 1; }
cat >"$data/schemathesis.toml" <<TOML
[parameters]
"path.processing_id" = "$id"
"path.workflow_key" = "00000000-0000-4000-8000-000000000001"
TOML

run() { # run MAX_EXAMPLES CHECKS OPTIONS…
  local examples=$1 checks=$2
  shift 2
  # From a folder of its own, where it keeps what it found.
  (cd "$data" && "$venv/bin/schemathesis" "$@" run "$url/openapi.json" --header "Authorization: ApiKey $key" --checks "$checks" \
    --max-examples "$examples" --request-timeout 120 --continue-on-failure --no-color --suppress-health-check all --warnings off)
}
# Left out: positive_data_acceptance, since a file of random bytes fits the schema and is still no document, and
# negative_data_rejection, since the id above stands in for ids that are meant to be nonsense (bench/contract/contract.ts checks it).
run "${EXAMPLES:-30}" not_a_server_error,status_code_conformance,content_type_conformance,response_headers_conformance,response_schema_conformance,missing_required_header,unsupported_method,ignored_auth --config-file "$data/schemathesis.toml"
