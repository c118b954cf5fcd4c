"""Alembic environment: runs the migrations in one transaction on the connection passed by `migrate.py`."""

from alembic import context

from tradewinds.server.storage.schema import metadata

context.configure(
    connection=context.config.attributes["connection"],
    target_metadata=metadata,
    render_as_batch=True,
    transactional_ddl=True,
)
with context.begin_transaction():
    context.run_migrations()
