-- How high the early-warning score was when somebody ordered how often vital signs are taken: the order lapses while it
-- is higher. Null without a score, and of orders from before this was stored.
alter table observation_orders add column risk text
  check (risk in ('zero', 'low', 'three', 'medium', 'high'));
