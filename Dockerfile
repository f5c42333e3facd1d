# Standfirst in a container. docs/operating.md says how to run it: as a user without rights, with
# nothing to write to but /data and /tmp.

FROM debian:13-slim AS install
RUN apt-get update && apt-get install --yes --no-install-recommends ca-certificates libatomic1 nodejs npm
# The same user below: compiled code is stored for each user.
RUN useradd --uid 10001 --create-home standfirst && install -d -o standfirst /opt/standfirst /var/cache/standfirst
WORKDIR /opt/standfirst
USER standfirst
ENV NODE_COMPILE_CACHE=/var/cache/standfirst
# First what changes seldom, so that a new version of the service alone installs nothing again.
COPY --chown=standfirst package.json package-lock.json .npmrc ./
COPY --chown=standfirst bin bin
RUN npm ci --omit=dev
# Node is there twice, as one file with two names, and with headers that nothing is compiled with.
RUN rm -r node_modules/node/node_modules
COPY --chown=standfirst LICENSE tsconfig.json ./
COPY --chown=standfirst assets assets
COPY --chown=standfirst browser browser
COPY --chown=standfirst clients/typescript/src clients/typescript/src
COPY --chown=standfirst demo demo
COPY --chown=standfirst docs/webhooks.md docs/webhooks.md
COPY --chown=standfirst migrations migrations
COPY --chown=standfirst src src
# Copies have the modes of the checkout, which may be closed to others. Below, they belong to root.
RUN chmod -R a+rX .
RUN bin/precompile

FROM debian:13-slim
# Node needs libatomic1. Add fonts-noto for social images in scripts beyond Latin.
RUN apt-get update && apt-get install --yes --no-install-recommends libatomic1 && rm -r /var/lib/apt/lists
RUN useradd --uid 10001 --no-create-home --home-dir /data standfirst && install -d -o standfirst -m 0700 /data
WORKDIR /opt/standfirst
COPY --from=install --chown=root:root /opt/standfirst /opt/standfirst
COPY --from=install --chown=standfirst /var/cache/standfirst /var/cache/standfirst
ENV NODE_COMPILE_CACHE=/var/cache/standfirst DATA_DIR=/data HOST=0.0.0.0 PORT=3000
USER 10001:10001
VOLUME /data
EXPOSE 3000
HEALTHCHECK --interval=30s --timeout=5s --start-period=60s CMD ["bin/healthcheck"]
CMD ["bin/serve"]
