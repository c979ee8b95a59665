# Outputs the path of a Node that can run the command line, if the PATH has one, and the PATH itself.
set -euo pipefail

echo "path=$PATH" >>"$GITHUB_OUTPUT"
if command -v node >/dev/null && node -e 'process.exit(Number(process.versions.node.split(".")[0]) >= 24 ? 0 : 1)'; then
  # The real path: the entry in the PATH may be a link or a script of a version manager.
  echo "node=$(node -p process.execPath)" >>"$GITHUB_OUTPUT"
fi
