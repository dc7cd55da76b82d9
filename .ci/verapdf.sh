#!/bin/sh
# Checks PDF files against PDF/A-2b with veraPDF, which is fetched from Maven Central once and kept.
#   .ci/verapdf.sh FILE...      prints "PASS file" or "FAIL file" and the rules that were broken
# Exit status: 0 all pass, 1 one fails, 2 veraPDF cannot be had (no Java, no Maven, no network).
set -eu
version=1.28.2
folder="${VERAPDF_FOLDER:-${XDG_CACHE_HOME:-$HOME/.cache}/tearline/verapdf}"
jar="$folder/greenfield-apps-$version.jar"

[ $# -gt 0 ] || { echo "usage: $0 FILE..." >&2; exit 2; }
command -v java >/dev/null || { echo "$0: java is not installed" >&2; exit 2; }
if [ ! -f "$jar" ]; then
  command -v mvn >/dev/null || { echo "$0: mvn is not installed" >&2; exit 2; }
  mkdir -p "$folder"
  mvn -q -B dependency:copy "-Dartifact=org.verapdf.apps:greenfield-apps:$version" "-DoutputDirectory=$folder" >&2 \
    || { echo "$0: veraPDF could not be fetched" >&2; exit 2; }
fi

output=$(java -cp "$jar" org.verapdf.apps.GreenfieldCliWrapper --flavour 2b --format text -v "$@" || true)
printf '%s\n' "$output" | sed 's/ 2b$//'
passed=$(printf '%s\n' "$output" | grep -c '^PASS ' || true)
[ "$passed" -eq $# ]
