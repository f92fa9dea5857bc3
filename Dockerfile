# The server and nothing else, in a small image. SQLite in /data unless DATABASE_URL says otherwise.
FROM rust:1.95-slim-bookworm AS build
WORKDIR /build
COPY . .
# The caches outlive a build, and what is copied out of them becomes part of the image. Line tables for backtraces
# take more room than the program does.
RUN --mount=type=cache,target=/usr/local/cargo/registry \
    --mount=type=cache,target=/build/target \
    cargo build --locked --release --package server --bin server \
    && strip --strip-debug -o /server target/release/server

FROM debian:bookworm-slim
RUN useradd --system --uid 10001 --create-home --home-dir /data --shell /usr/sbin/nologin sauterelle
COPY --from=build /server /usr/local/bin/server
USER 10001
WORKDIR /data
VOLUME /data
ENV SAUTERELLE_LISTEN=0.0.0.0:8420
EXPOSE 8420
# There is no curl in the image, but bash can speak enough HTTP. The port is that of SAUTERELLE_LISTEN.
HEALTHCHECK --interval=5s --timeout=5s --start-period=30s --retries=3 \
    CMD ["bash", "-c", "exec 3<>\"/dev/tcp/127.0.0.1/${SAUTERELLE_LISTEN##*:}\" && printf 'GET /healthz HTTP/1.0\\r\\n\\r\\n' >&3 && read -r -t 3 _ status _ <&3 && [ \"$status\" = 200 ]"]
ENTRYPOINT ["/usr/local/bin/server"]
