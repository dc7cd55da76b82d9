#!/usr/bin/env bash
# Generates a client from the OpenAPI document of a running service and does the README's main job with it.
#   .ci/clients.sh typescript|python|java
# What is generated lies in out/clients, which git ignores.
set -euo pipefail
cd "$(dirname "$0")/.."
language=$1
out="$PWD/out/clients/$language"
rm -rf "$out"
mkdir -p "$out"

source .ci/service.sh
curl -sSf "$url/openapi.json" >"$out/openapi.json"
file=samples/mixed-mail.pdf
pages=13

typescript() {
  cp .ci/clients/main-job.ts "$out"
  # By default a member of a request that has a default value would have to be sent.
  npx --no-install openapi-typescript "$out/openapi.json" -o "$out/tearline.ts" --default-non-nullable=false
  npx --no-install tsc --strict --noEmit --target ES2024 --module nodenext --skipLibCheck --allowImportingTsExtensions \
    --types node "$out/main-job.ts"
  node "$out/main-job.ts" "$url" "$key" "$file" "$pages"
}

python() {
  local version=0.29.1
  local venv="${TMPDIR:-/tmp}/tearline-openapi-python-client-$version"
  [ -x "$venv/bin/openapi-python-client" ] ||
    { python3 -m venv "$venv" && "$venv/bin/pip" install --quiet "openapi-python-client==$version"; }
  "$venv/bin/openapi-python-client" generate --path "$out/openapi.json" --config .ci/clients/python.yaml --meta none \
    --output-path "$out/tearline_client" --fail-on-warning
  PYTHONPATH="$out" "$venv/bin/python" .ci/clients/main_job.py "$url" "$key" "$file" "$pages"
}

java() {
  local version=7.25.0
  local folder="${XDG_CACHE_HOME:-$HOME/.cache}/tearline/openapi-generator"
  local jar="$folder/openapi-generator-cli-$version.jar"
  if [ ! -f "$jar" ]; then
    mkdir -p "$folder"
    mvn -q -B dependency:copy "-Dartifact=org.openapitools:openapi-generator-cli:$version" "-DoutputDirectory=$folder"
  fi
  # A request object for each operation: its parameters have names.
  command java -jar "$jar" generate -i "$out/openapi.json" -g java --library native -o "$out/client" \
    --api-package tearline.api --model-package tearline.model --invoker-package tearline \
    --global-property apiDocs=false,modelDocs=false,apiTests=false,modelTests=false,skipFormModel=false \
    --additional-properties openApiNullable=false,useSingleRequestParameter=true,hideGenerationTimestamp=true >"$out/log" ||
    { cat "$out/log"; return 1; }
  cp .ci/clients/MainJob.java "$out/client/src/main/java"
  (cd "$out/client" && mvn -q -B compile dependency:build-classpath -Dmdep.outputFile="$out/classpath")
  command java -cp "$out/client/target/classes:$(cat "$out/classpath")" MainJob "$url" "$key" "$file" "$pages"
}

"$language"
