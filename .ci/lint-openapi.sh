#!/usr/bin/env bash
# Redocly lints the OpenAPI document: no error, no warning.
set -euo pipefail
cd "$(dirname "$0")/.."
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
node --input-type=module -e "
  import { openApiDocument } from '$PWD/lambdas/api/openapi/openapi-document.ts';
  import { writeFileSync } from 'node:fs';
  writeFileSync('$folder/openapi.json', JSON.stringify(openApiDocument(), null, 2));"
export REDOCLY_TELEMETRY=off REDOCLY_SUPPRESS_UPDATE_NOTICE=true
node node_modules/@redocly/cli/bin/cli.js lint "$folder/openapi.json" --config .ci/redocly.yaml --format stylish | tee "$folder/log"
# Warnings do not make it fail.
! grep -q ' warning ' "$folder/log"
