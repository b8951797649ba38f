# The image of every process of the site: web, migrate and timer differ in their command. The
# solver's image, the stage of that name, has what compiles its searches on top.

FROM python:3.13-slim AS build
WORKDIR /app
ENV PYTHONDONTWRITEBYTECODE=1
COPY requirements/web.txt requirements/web.txt
RUN python -m venv .venv \
    && .venv/bin/pip install --no-cache-dir --require-hashes --no-deps -r requirements/web.txt
COPY . .
RUN python -m tools translations
RUN SECRET_KEY=only-for-collecting-files STATIC_ROOT=/app/static \
    .venv/bin/python manage.py collectstatic --noinput

FROM build AS build-solver
COPY requirements/solver.txt requirements/solver.txt
RUN .venv/bin/pip install --no-cache-dir --require-hashes --no-deps -r requirements/solver.txt

FROM python:3.13-slim AS base
RUN useradd --system --uid 10001 --home-dir /app --shell /usr/sbin/nologin patience
WORKDIR /app
ENV PATH=/app/.venv/bin:$PATH PYTHONUNBUFFERED=1 PYTHONDONTWRITEBYTECODE=1 STATIC_ROOT=/app/static

FROM base AS solver
COPY --from=build-solver /app /app
USER patience
# Where the compiled searches are kept, for both of the solver's processes.
ENV XDG_CACHE_HOME=/tmp
CMD ["python", "manage.py", "solver"]

FROM base
COPY --from=build /app /app
USER patience
EXPOSE 8000
HEALTHCHECK --interval=15s --timeout=6s --start-period=30s --retries=3 \
    CMD ["python", "deploy/healthcheck.py"]
CMD ["daphne", "--bind", "0.0.0.0", "--port", "8000", "--verbosity", "0", "config.asgi:application"]
