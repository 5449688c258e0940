#!/bin/sh
# Builds the site unless dist is newer than every source. `npm start` runs it before the server, since `ignore-scripts`
# in .npmrc also disables `prestart`. A shell script, because a Node process would slow every start by a tenth.
set -eu

# Why there must be a build, in words; empty when there need not.
reason() {
  if ! [ -f dist/build-stamp ] || ! [ -f dist/site/site.js ]; then
    echo "there is no build"
  # Without sources, as in the container image, the build is used as it is.
  elif [ -f vite.config.ts ]; then
    find client shared content server vite.config.ts package-lock.json -newer dist/build-stamp | sed -n '1s/$/ is newer than the build/p'
  fi
}

reason=$(reason)
if [ -n "$reason" ]; then
  echo "building the site: $reason" >&2
  node --import ./server/require-node.mjs server/build/build.ts >&2
fi
