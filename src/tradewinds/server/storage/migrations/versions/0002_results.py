"""Results of finished games in the index."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    """Add a column, empty for games that are already finished."""
    op.add_column("tables", sa.Column("result", sa.LargeBinary))
