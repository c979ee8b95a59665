# Whether the Node that the command line needs is on the PATH already.
set -euo pipefail

found=false
if command -v node >/dev/null && node -e 'process.exit(Number(process.versions.node.split(".")[0]) >= 24 ? 0 : 1)'; then
  found=true
fi
echo "found=$found" >>"$GITHUB_OUTPUT"
