# The path of a Node that the command line can run on, and the PATH that it was looked for in.
set -euo pipefail

echo "path=$PATH" >>"$GITHUB_OUTPUT"
if command -v node >/dev/null && node -e 'process.exit(Number(process.versions.node.split(".")[0]) >= 24 ? 0 : 1)'; then
  # Not what the PATH has, which may be a link or a script of a version manager.
  echo "node=$(node -p process.execPath)" >>"$GITHUB_OUTPUT"
fi
