#!/usr/bin/env bash
# cfn-lint (AWS's own linter of CloudFormation templates) on the templates of both stages: no error, no warning.
set -euo pipefail
cd "$(dirname "$0")/.."
python=$(node test/wire/install-moto.ts)
out=$(mktemp -d)
trap 'rm -rf "$out"' EXIT
for stage in dev prod; do node test/infrastructure/write-templates.ts "$stage" "$out/$stage"; done
# W3005 (a DependsOn that a reference says already): CDK writes these itself, for every function's role and its policy.
"$python" -c 'from cfnlint.runner import main; main()' --regions eu-central-1 us-east-1 --ignore-checks W3005 -- "$out"/*/cdk.out/*.template.json
