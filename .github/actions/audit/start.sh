# Starts the site in the background ($START) and waits until $WAIT_FOR, or $TARGET, responds. It does not fail if there is no
# response: the audit then reports that there is no verdict.
set -euo pipefail

url="${WAIT_FOR:-$TARGET}"
case "$url" in
  http://* | https://*) ;;
  *)
    echo "::error::The input wait-for takes the URL that must respond before the audit begins."
    exit 2
    ;;
esac
case "$WAIT_TIMEOUT" in
  '' | *[!0-9]*)
    echo "::error::The input wait-timeout takes a whole number of seconds."
    exit 2
    ;;
esac

log="$(mktemp)"
pid=
if [ -n "$START" ]; then
  # In a process group of its own, which stop.sh ends as a whole: npm starts a shell, which starts the server.
  set -m
  # Removes the variables that name the files in which a step sets the environment, the PATH, outputs and the summary.
  PATH="${SITE_PATH:-$PATH}" \
    env -u GITHUB_ENV -u GITHUB_PATH -u GITHUB_OUTPUT -u GITHUB_STATE -u GITHUB_STEP_SUMMARY \
    bash -c "$START" >"$log" 2>&1 </dev/null &
  pid=$!
  set +m
  disown
  echo "pid=$pid" >>"$GITHUB_OUTPUT"
fi

deadline=$((SECONDS + 10#$WAIT_TIMEOUT))
problem="$url did not answer within $WAIT_TIMEOUT s."
while [ "$SECONDS" -lt "$deadline" ]; do
  # A 5xx comes from a server that is still starting, or from a proxy in front of it.
  status="$(curl --silent --output /dev/null --max-time 10 --write-out '%{http_code}' -- "$url" || true)"
  if [ "$status" -ge 100 ] && [ "$status" -lt 500 ]; then
    echo "$url answers."
    exit 0
  fi
  if [ -n "$pid" ] && ! kill -0 "$pid" 2>/dev/null; then
    problem="The command that starts the site has ended before $url answered."
    break
  fi
  sleep 0.5
done

echo "::error title=The site is not up::$problem"
if [ -n "$START" ]; then
  # The output of the site is printed as text, even if it looks like workflow commands.
  stop="$(head -c 16 /dev/urandom | od -An -tx1 | tr -d ' \n')"
  echo '::group::The last lines that the command printed'
  echo "::stop-commands::$stop"
  tail -n 50 "$log"
  echo "::$stop::"
  echo '::endgroup::'
fi
