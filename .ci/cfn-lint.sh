#!/usr/bin/env bash
# cfn-lint (AWS's own linter of CloudFormation templates) on the templates of both stages: no error, no warning.
set -euo pipefail
cd "$(dirname "$0")/.."
venv=${TMPDIR:-/tmp}/tearline-cfn-lint
[ -x "$venv/bin/cfn-lint" ] || { python3 -m venv "$venv" && "$venv/bin/pip" install --quiet 'cfn-lint>=1.58,<2'; }
out=$(mktemp -d)
trap 'rm -rf "$out"' EXIT
for stage in dev prod; do
  node test/infrastructure/write-templates.ts "$stage" "$out/$stage"
  # W3005 (a DependsOn that a reference says already): CDK writes these itself, for every function's role and its policy.
  "$venv/bin/cfn-lint" --regions eu-central-1 us-east-1 --ignore-checks W3005 -- "$out/$stage/cdk.out/"*.template.json
done
