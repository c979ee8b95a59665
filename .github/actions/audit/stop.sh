# Stops the process group that start.sh started, and kills the processes that still run after 5 s.
set -euo pipefail

kill -TERM -- "-$PID" 2>/dev/null || exit 0
for _ in $(seq 50); do
  kill -0 -- "-$PID" 2>/dev/null || exit 0
  sleep 0.1
done
kill -KILL -- "-$PID" 2>/dev/null || true
