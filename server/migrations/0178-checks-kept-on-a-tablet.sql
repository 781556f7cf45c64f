-- A check that was made without a signal arrives later; null: the panel stored it when it was made.
alter table equipment_checks add column received_at timestamptz check (received_at >= checked_at);
