# syntax=docker/dockerfile:1
# Build:  docker build -t sightline .           (with the private PostgreSQL)
#         docker build --build-arg DATABASE=without -t sightline .   (for DATABASE_URL)
#         docker build --build-arg BASE_PATH=/sightline -t sightline .   (under a path of its host)
ARG NODE=node:24-bookworm-slim

FROM ${NODE} AS build
ARG DATABASE=with
ARG BASE_PATH=
ENV BASE_PATH=$BASE_PATH
WORKDIR /src
COPY package.json package-lock.json ./
RUN npm ci
COPY . .
RUN if [ "$DATABASE" = without ]; then npm run package -- --without-database; else npm run package; fi \
 && mkdir /out && tar -xzf package/*.tar.gz -C /out --strip-components=1 \
 && npm sbom --sbom-format=cyclonedx --omit=dev > /out/sbom.cdx.json

FROM ${NODE}
# tini is not needed: the launcher passes signals on and waits for its children.
RUN useradd --system --uid 10001 --home-dir /data sightline && install -d -o sightline -g sightline /data
COPY --from=build /out /app
WORKDIR /app
USER 10001
ARG BASE_PATH=
ENV NODE_ENV=production DATA_DIR=/data HOSTNAME=0.0.0.0 PORT=3000 BASE_PATH=$BASE_PATH
VOLUME /data
EXPOSE 3000
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=10s --timeout=5s --start-period=60s --retries=3 \
  CMD ["node", "-e", "fetch('http://127.0.0.1:'+(process.env.PORT||3000)+(process.env.BASE_PATH||'')+'/api/health/ready').then(a=>process.exit(a.ok?0:1),()=>process.exit(1))"]
# Exec form: the launcher is process 1 and gets SIGTERM itself.
CMD ["node", "lib/launch/main.js", "start"]
