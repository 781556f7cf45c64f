-- Who signed what a record said. A later change of the answers does not change what was signed: the hashes then differ.
create table form_signatures (
  hospital_id uuid not null,
  -- Made by the device: a signature that is sent again is one.
  id uuid not null,
  record_id uuid not null,
  role text collate "C" not null,
  signer_name text not null,
  relation text,
  -- The drawn strokes as the path of a picture; none if the name was typed as the signature.
  strokes text,
  -- SHA-256 of the form, its version and the answers that were shown.
  content_hash bytea not null check (octet_length(content_hash) = 32),
  at timestamptz not null,
  -- In whose session it was signed.
  staff_id uuid not null,
  primary key (hospital_id, id),
  foreign key (hospital_id, record_id) references form_records (hospital_id, id),
  foreign key (hospital_id, staff_id) references staff (hospital_id, id)
);
create index form_signatures_of_record on form_signatures (hospital_id, record_id, at);
create trigger form_signatures_append_only before update or delete on form_signatures
  for each row execute function refuse_change();
create trigger never_emptied before truncate on form_signatures for each statement execute function refuse_change();

grant select, insert on form_signatures to panel_app;
alter table form_signatures enable row level security;
create policy own_hospital on form_signatures to panel_app using (hospital_id = (select current_hospital()));
