#!/usr/bin/env bash
# The optional reader of handwriting: its models from the Python wheel that has them, installed from the wheel and from a server,
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
for model in PP-OCRv6_rec_small.onnx PP-OCRv6_det_small.onnx; do cmp "$out/models/$model" "$out/fetched/models/$model"; done

# An installation of an earlier version has no finder of lines: it is used, and says how to add it.
rm "$out/fetched/models/PP-OCRv6_det_small.onnx"
tearline doctor --data "$out/fetched" | grep '^note  *handwriting.*PP-OCRv6_det_small.onnx.*tearline models install'
tearline models install --data "$out/fetched" --from "$out/wheel/files/rapidocr/models/PP-OCRv6_det_small.onnx"
tearline doctor --data "$out/fetched" | grep '^ok  *handwriting'
tearline models remove --data "$out/fetched"
test ! -e "$out/fetched/models"

npm run --silent test:reader
