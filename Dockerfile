# syntax=docker/dockerfile:1
# Node 24 on Debian 12, by digest: the same bytes for every build. Renovate (renovate.json) proposes newer ones.
ARG NODE_IMAGE=node:24-bookworm-slim@sha256:6f7b03f7c2c8e2e784dcf9295400527b9b1270fd37b7e9a7285cf83b6951452d

FROM ${NODE_IMAGE} AS build
WORKDIR /site
COPY package.json package-lock.json .npmrc ./
RUN npm ci --prefer-offline
COPY . .
# The log, metrics and readiness show the commit: --build-arg SOURCE_COMMIT="$(git rev-parse HEAD)".
ARG SOURCE_COMMIT
# The archive of a release, as operators of one machine get it.
RUN npm run release && mkdir release && tar -xzf dist/release/site-*.tar.gz --strip-components=1 -C release

FROM ${NODE_IMAGE} AS runtime
WORKDIR /site
# Limit malloc to two arenas: with more, the process would keep memory that picture conversions have freed.
ENV HOST=0.0.0.0 PORT=3000 DATA_DIR=/data MALLOC_ARENA_MAX=2
COPY --from=build /site/release ./
RUN mkdir -p /data && chown node:node /data
VOLUME /data
USER node
EXPOSE 3000
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=10s --timeout=3s --start-period=5s CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/health/live`).then((answer) => process.exit(answer.ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "--max-semi-space-size=8", "site.js"]
