#!/bin/sh
# Builds the site unless dist is newer than every source. `npm start` runs it before the server, since `ignore-scripts`
# in .npmrc also disables `prestart`. A shell script, because a Node process would slow every start by a tenth.
set -eu

is_built() {
  [ -f dist/build-stamp ] && [ -f dist/site/site.js ] || return 1
  # Without sources, as in the container image, the build is used as it is.
  [ -f vite.config.ts ] || return 0
  [ -z "$(find client shared content server vite.config.ts package-lock.json -newer dist/build-stamp)" ]
}

if ! is_built; then
  echo "building the site, this takes a few seconds" >&2
  node --import ./server/require-node.mjs server/build/build.ts >&2
fi
