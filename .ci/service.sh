# Sourced by the checks that need a running service: starts one on an empty data folder and a free port, stops it at
# the end. Sets $url, $key, $data (a temporary folder) and post FILE [QUERY].
data=$(mktemp -d)
# Below the ports that the system gives to outgoing connections (from 32768 on): these may be in use at any time.
port=$((20000 + RANDOM % 12000))
url="http://127.0.0.1:$port"
# In a process group of its own: npm does not hand a signal on to the service that it runs.
setsid npm start --silent -- --data "$data/service" --port "$port" --no-warm-up >"$data/log" 2>&1 &
server=$!
stop_service() {
  kill -- "-$server" 2>/dev/null || true
  # Until the whole group is gone: npm ends before the processes that it started, and these still write.
  for _ in $(seq 100); do kill -0 -- "-$server" 2>/dev/null || break; sleep 0.1; done
  kill -9 -- "-$server" 2>/dev/null || true
  wait "$server" 2>/dev/null || true
  rm -rf "$data"
}
trap stop_service EXIT
# Other checks keep the processors busy, so the start may take a minute; a service that has ended is not waited for.
healthy() { curl -sf "$url/health" >/dev/null && [ -s "$data/service/api-key" ]; }
for _ in $(seq 600); do
  healthy || ! kill -0 "$server" 2>/dev/null && break
  sleep 0.2
done
healthy || { echo 'the service did not start:'; cat "$data/log"; exit 1; }
key=$(cat "$data/service/api-key")

post() { # post FILE [QUERY]: the answer's body
  curl -sS -H "Authorization: ApiKey $key" -F "file=@$1" "$url/processing/00000000-0000-4000-8000-000000000001?wait_for=100${2:+&$2}"
}
processing_id() { sed -n 's/.*"processing_id": *"\([^"]*\)".*/\1/p'; }
fetch() { # fetch PATH FILE: a result's body
  curl -sSf -o "$2" -H "Authorization: ApiKey $key" "$url/processing/results/$1"
}
