"""Lists tell how a game ended."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    """Add a column that games finished before leave empty."""
    op.add_column("tables", sa.Column("result", sa.LargeBinary))
