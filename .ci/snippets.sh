#!/usr/bin/env bash
# Runs every snippet of a workflow, in every language that this machine has, against a running service, and those that
# fetch results also against a host that redirects to storage, as on AWS.
#   .ci/snippets.sh [LANGUAGE…]
# What is run lies in out/snippets, which git ignores.
set -euo pipefail
cd "$(dirname "$0")/.."
root=$PWD
out="$root/out/snippets"
rm -rf "$out"
mkdir -p "$out"
source .ci/service.sh

json() { node -e 'const value = JSON.parse(require("fs").readFileSync(0, "utf8")); console.log(eval(process.argv[1]))' "$1"; }
api() { curl -sS --fail-with-body -H "Authorization: ApiKey $key" "$@"; }

# The generic workflow is not trained, so feedback needs a workflow of one's own.
workflow=$(api -H 'Content-Type: application/json' -d '{"workflow_name":"Snippets"}' "$url/workflows" | json value.workflow_id)
node .ci/clients/draw-document.ts "$out/document.pdf"
api -o "$out/openapi.json" "$url/processing/$workflow/openapi"
npx --no-install redocly lint --config .ci/redocly.yaml "$out/openapi.json"

# The compilers and interpreters: names as the service calls the languages.
runs() {
  case $1 in
    curl) have curl ;;
    python) have python3 ;;
    javascript | typescript) have node ;;
    java) have java ;;
    csharp) have mcs && have mono ;;
    php) have php && php -m | grep -x curl >/dev/null ;;
    go) have go ;;
    ruby) have ruby ;;
  esac
}
have() { command -v "$1" >/dev/null 2>&1; }

new_result() { # a processing request that succeeded, for the tasks that need one
  api -F "file=@$out/document.pdf" "$url/processing/$workflow?include=document-splitting" | json value.processing_id
}

run_snippet() { # run_snippet LANGUAGE FILE ID: as its `run` says, but for C#, whose compiler here is Mono's
  case $1 in
    curl) bash "$2" "$3" ;;
    python) python3 "$2" "$3" ;;
    javascript | typescript) node "$2" "$3" ;;
    java) command java "$2" "$3" ;;
    csharp) mcs -langversion:latest -nologo -r:System.Net.Http.dll -out:"${2%.cs}.exe" "$2" && mono "${2%.cs}.exe" "$3" ;;
    php) php "$2" "$3" ;;
    go) go run "$2" "$3" ;;
    ruby) ruby "$2" "$3" ;;
  esac
}

check_output() { # check_output TASK LOG ID: whether the snippet has done its task
  case $1 in
    process | poll) grep -q 'Invoice' "$2" ;;
    sub_pdfs) [ "$(head -c 5 document-0.pdf)" = '%PDF-' ] && [ "$(head -c 5 document-1.pdf)" = '%PDF-' ] ;;
    feedback) grep -q '"training_document_id"' "$2" ;;
    verification) api "$url/processing/results/$3/document-splitting/verification" | grep -q '"verified": *true' ;;
  esac
}

# A task whose path this version does not have is named, not skipped in silence.
has_path() { grep -qF "\"$1\"" "$out/openapi.json"; }
tasks=(process poll sub_pdfs verification)
if has_path '/processing/feedback/{processing_id}'; then tasks+=(feedback); else echo "left out: feedback (there is no such path)"; fi

# Answers results with redirects to a storage that refuses the key. In a file, because it goes on running.
node .ci/clients/redirect-results.ts "$url" >"$out/redirecting" &
redirecting=$!
trap 'kill "$redirecting" 2>/dev/null || true; stop_service' EXIT
for _ in $(seq 100); do [ -s "$out/redirecting" ] && break; sleep 0.2; done
redirecting_url=$(cat "$out/redirecting")

write_snippets() { # write_snippets LANGUAGE FOLDER URL: with a list of them, FOLDER/tasks
  mkdir -p "$2"
  api -o "$2/snippets.json" "$3/processing/$workflow/snippets?language=$1"
  node .ci/clients/write-snippets.ts "$2"
}

ran=0
failed=0
languages=("$@")
[ "${#languages[@]}" -gt 0 ] || languages=(curl python javascript typescript java csharp php go ruby)
for language in "${languages[@]}"; do
  if ! runs "$language"; then
    echo "left out: $language is not installed"
    continue
  fi
  folder="$out/$language"
  write_snippets "$language" "$folder" "$url"
  cp "$out/document.pdf" "$folder"
  [ "$language" != typescript ] || npx --no-install tsc --strict --noEmit --target ES2024 --module nodenext --skipLibCheck --types node "$folder"/*.mts
  # Once more with a first request that waits for nothing: the document is not processed within it.
  first=$(sed -n 's/^process //p' "$folder/tasks")
  mkdir -p "$folder/later"
  sed "s#/processing/$workflow?\\?#/processing/$workflow?wait_for=0\\&#" "$folder/$first" >"$folder/later/$first"
  echo "process later/$first" >>"$folder/tasks"
  write_snippets "$language" "$folder/redirected" "$redirecting_url"
  sed -nE 's#^(process|poll|sub_pdfs) #&redirected/#p' "$folder/redirected/tasks" >>"$folder/tasks"
  while read -r task file; do
    [[ " ${tasks[*]} " == *" $task "* ]] || continue
    id=$(new_result)
    log="$folder/$task.log"
    rm -f "$folder"/document-*.pdf
    if (cd "$folder" && export TEARLINE_API_KEY=$key && run_snippet "$language" "$file" "$id" >"$log" 2>&1 && check_output "$task" "$log" "$id"); then
      ran=$((ran + 1))
    else
      failed=$((failed + 1))
      echo "FAILED: $language $file"
      cat "$log"
    fi
  done <"$folder/tasks"
done
echo "$ran snippets ran, $failed failed"
[ "$failed" -eq 0 ] && [ "$ran" -gt 0 ]
