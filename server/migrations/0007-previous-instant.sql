-- When the value was measured that gave way to this one: who writes a newest value learns by it what was newer.
alter table latest_values add column previous_at timestamptz;
