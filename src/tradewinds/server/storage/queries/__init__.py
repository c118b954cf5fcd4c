"""SQL for accounts, tables, backups and privacy requests."""
