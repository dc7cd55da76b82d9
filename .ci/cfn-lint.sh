#!/usr/bin/env bash
# cfn-lint (AWS's own linter of CloudFormation templates) on the templates of both stages and of variants that have every
# value of each setting: no error, no warning. They are synthesised without Docker, and without network where the kernel
# allows that. test/infrastructure/checks.test.ts checks every pair of values.
set -euo pipefail
cd "$(dirname "$0")/.."
python=$(node test/wire/moto/install-moto.ts)
out=$(mktemp -d)
trap 'rm -rf "$out"' EXIT
offline=()
if unshare --map-root-user --net true 2>/dev/null; then offline=(unshare --map-root-user --net); else echo "with network: the kernel allows no namespace"; fi
for stage in dev prod variants; do CDK_DOCKER=false "${offline[@]}" node test/infrastructure/templates/write-templates.ts "$stage" "$out/$stage"; done
# W3005 (a DependsOn that a reference says already): CDK writes these itself, for every function's role and its policy.
lint() { "$python" -c 'from cfnlint.runner import main; main()' --regions eu-central-1 us-east-1 --ignore-checks W3005 -- "$@"; }
lint "$out"/{dev,prod}/cdk.out/*.template.json
# One region: the variants differ in their resources.
"$python" -c 'from cfnlint.runner import main; main()' --regions us-east-1 --ignore-checks W3005 -- "$out"/variants/cdk.out/*.template.json
echo "$(ls "$out"/variants/cdk.out/*.template.json | wc -l) templates of variants"
