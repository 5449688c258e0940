# syntax=docker/dockerfile:1
# Pin the image by digest when building for production: --build-arg NODE_IMAGE=node:24-bookworm-slim@sha256:...
ARG NODE_IMAGE=node:24-bookworm-slim

FROM ${NODE_IMAGE} AS build
WORKDIR /site
COPY package.json package-lock.json .npmrc ./
RUN npm ci --prefer-offline
COPY . .
# The log, metrics and readiness show the commit: --build-arg SOURCE_COMMIT="$(git rev-parse HEAD)".
ARG SOURCE_COMMIT
RUN npm run build

FROM ${NODE_IMAGE} AS modules
WORKDIR /site
COPY package.json package-lock.json .npmrc ./
# Remove the copies of Node from the registry, since the image has Node. Keep the other optional packages, which convert pictures.
RUN npm ci --omit=dev --prefer-offline && rm -rf node_modules/node-linux-* node_modules/node-darwin-* node_modules/node-win-* node_modules/node-bin-*

FROM ${NODE_IMAGE} AS runtime
WORKDIR /site
# Limit malloc to two arenas: with more, the process would keep memory that picture conversions have freed.
ENV HOST=0.0.0.0 PORT=3000 DATA_DIR=/data MALLOC_ARENA_MAX=2
COPY --from=modules /site/node_modules ./node_modules
COPY --from=build /site/dist ./dist
COPY package.json ./
COPY server ./server
COPY shared ./shared
COPY content ./content
# The font of the cards for link previews.
COPY client/styles/fonts/montserrat-bold.ttf ./client/styles/fonts/montserrat-bold.ttf
RUN mkdir -p /data && chown node:node /data
VOLUME /data
USER node
EXPOSE 3000
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=10s --timeout=3s --start-period=5s CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/health/live`).then((answer) => process.exit(answer.ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "--max-semi-space-size=8", "--import", "./server/require-node.mjs", "server/main.ts"]
