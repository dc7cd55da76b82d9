#!/usr/bin/env bash
# Deploys the stack without its API to moto, an emulator of AWS: bootstrap, deploy, diff, destroy. This shows that
# references between resources resolve. moto accepts many templates that AWS refuses.
set -euo pipefail
cd "$(dirname "$0")/.."
python=$(node test/wire/moto/install-moto.ts)
out=$(mktemp -d)
# Below the ports that the system gives to outgoing connections (from 32768 on): these may be in use at any time.
port=$((20000 + RANDOM % 12000))
"$python" -c 'from moto.server import main; main()' -p "$port" >"$out/moto.log" 2>&1 &
moto=$!
stop_moto() {
  local status=$?
  kill "$moto" 2>/dev/null || true
  wait "$moto" 2>/dev/null || true
  # What the emulator stumbled over, without the lines of its requests.
  [ "$status" -eq 0 ] || grep -v '" 200 -' "$out/moto.log" | tail -40
  rm -rf "$out"
}
trap stop_moto EXIT
# The name, not the number: the SDK puts a bucket's name before it.
export AWS_ENDPOINT_URL="http://localhost:$port" AWS_ACCESS_KEY_ID=test AWS_SECRET_ACCESS_KEY=test AWS_REGION=eu-central-1 AWS_DEFAULT_REGION=eu-central-1
export CDK_DISABLE_VERSION_CHECK=1
for _ in $(seq 150); do curl -sf "$AWS_ENDPOINT_URL/moto-api/" >/dev/null && break; sleep 0.2; done

node test/infrastructure/templates/write-templates.ts dev "$out" moto
cdk=(node node_modules/aws-cdk/bin/cdk --no-notices --no-version-reporting --app "$out/cdk.out")
"${cdk[@]}" bootstrap aws://123456789012/eu-central-1
"${cdk[@]}" deploy --require-approval never --method direct --progress events --parameters AdminEmail=admin@example.com
"${cdk[@]}" diff --fail --method template
"${cdk[@]}" destroy --force
