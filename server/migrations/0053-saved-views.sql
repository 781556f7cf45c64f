-- Filters and order of a list under a name, each user's own. `query` is that of the screen's URL, which holds no search
-- text.
create table saved_views (
  id uuid primary key,
  hospital_id uuid not null references hospitals,
  staff_id uuid not null,
  list text not null check (list in ('ward-board', 'patients')),
  name text not null check (name <> ''),
  query text not null check (query <> ''),
  created_at timestamptz not null,
  foreign key (hospital_id, staff_id) references staff (hospital_id, id)
);
create unique index saved_views_name on saved_views (hospital_id, staff_id, list, lower(name));

grant select, insert, update (name), delete on saved_views to panel_app;
alter table saved_views enable row level security;
create policy own_hospital on saved_views to panel_app using (hospital_id = current_hospital());
