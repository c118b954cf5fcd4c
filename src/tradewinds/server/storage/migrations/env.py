"""Alembic environment: runs the migrations over the connection of `migrate.py` in one transaction."""

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
