#!/bin/sh
# Builds the site unless dist is newer than every source. `npm start` runs this before it replaces itself by the
# server, since `ignore-scripts` in .npmrc also turns `prestart` off. In shell, because a Node process would make every start a tenth longer.
set -eu

is_built() {
  [ -f dist/build-stamp ] && [ -f dist/site/site.js ] || return 1
  # A tree without sources, as in the container image, is used as it was built.
  [ -f vite.config.ts ] || return 0
  [ -z "$(find client shared content server vite.config.ts package-lock.json -newer dist/build-stamp)" ]
}

if ! is_built; then
  echo "building the site, this takes a few seconds" >&2
  node --import ./server/require-node.mjs server/build/build.ts >&2
fi
