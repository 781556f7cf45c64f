-- The newest score at the admission: null if there was none, or it was too old to count.
alter table stays add column news2 smallint check (news2 between 0 and 20),
  add column news2_at timestamptz,
  add constraint stays_news2_has_its_time check ((news2 is null) = (news2_at is null));
