#!/usr/bin/env bash
# The optional reader of handwriting: its model from the Python wheel that has it, installed from the wheel and from a server,
# and used. Needs pip and the registries of npm and PyPI.
set -euo pipefail
cd "$(dirname "$0")/.."
out=out/reader
rm -rf "$out" && mkdir -p "$out/wheel"
python3 -m pip download --quiet --no-deps --dest "$out/wheel" rapidocr==3.10.0
tearline() { node bin/tearline.ts "$@"; }
tearline models install --data "$out" --from "$(ls "$PWD/$out"/wheel/*.whl)"
tearline doctor --data "$out" | grep '^ok  *handwriting'

# From a server, as from the publishers' one.
(cd "$out/wheel" && python3 -m zipfile -e ./*.whl files)
python3 -m http.server --bind 127.0.0.1 --directory "$out/wheel/files/rapidocr/models" 8791 >/dev/null 2>&1 &
trap 'kill %1' EXIT
for _ in $(seq 50); do curl -sf -o /dev/null http://127.0.0.1:8791/ && break; sleep 0.1; done
tearline models install --data "$out/fetched" --hub http://127.0.0.1:8791
cmp "$out/models/PP-OCRv6_rec_small.onnx" "$out/fetched/models/PP-OCRv6_rec_small.onnx"
tearline models remove --data "$out/fetched"
test ! -e "$out/fetched/models"

npm run --silent test:reader
