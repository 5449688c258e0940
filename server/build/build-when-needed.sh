#!/bin/sh
# Builds the site unless dist is newer than every source. `npm start` runs it before the server, since `ignore-scripts`
# in .npmrc also disables `prestart`. A shell script, because a Node process would slow every start by a tenth.
set -eu

# Prints the reason for a build, or nothing when no build is needed.
reason() {
  if ! [ -f dist/build-stamp ] || ! [ -f dist/site/site.js ]; then
    echo "there is no build"
  # Without sources, as in the container image, the build that exists is used.
  elif [ -f vite.config.ts ]; then
    find client shared content/words server vite.config.ts package-lock.json -newer dist/build-stamp | sed -n '1s/$/ is newer than the build/p'
  fi
}

reason=$(reason)
if [ -n "$reason" ]; then
  echo "building the site: $reason" >&2
  node --max-semi-space-size=8 --import ./server/require-node.mjs server/build/build.ts >&2
fi
