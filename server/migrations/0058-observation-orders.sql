-- How often a patient's vital signs are to be taken, as a doctor or a nurse ordered it. One row an order; the newest of
-- the stay holds. Null leaves it to the early-warning score again.
create table observation_orders (
  id uuid primary key,
  hospital_id uuid not null,
  patient_id uuid not null,
  at timestamptz not null,
  staff_id uuid not null,
  every_minutes smallint check (every_minutes between 15 and 1440),
  reason text not null,
  foreign key (hospital_id, patient_id) references patients (hospital_id, id),
  foreign key (hospital_id, staff_id) references staff (hospital_id, id)
);
create index on observation_orders (hospital_id, patient_id, at desc, id desc);
create trigger observation_orders_append_only before update or delete on observation_orders
  for each row execute function refuse_change();
create trigger never_emptied before truncate on observation_orders for each statement execute function refuse_change();

grant select, insert on observation_orders to panel_app;
alter table observation_orders enable row level security;
create policy own_hospital on observation_orders to panel_app using (hospital_id = current_hospital());
