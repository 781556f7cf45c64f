-- Photos of a record: an ECG strip, a container, belongings. One that was added by mistake is struck out and stays.
create table form_photos (
  hospital_id uuid not null,
  -- Made by the device: a photo that is sent again is one.
  id uuid not null,
  record_id uuid not null,
  photo_id uuid not null,
  caption text,
  at timestamptz not null,
  staff_id uuid not null,
  struck_out_at timestamptz,
  struck_out_by uuid,
  primary key (hospital_id, id),
  foreign key (hospital_id, record_id) references form_records (hospital_id, id),
  foreign key (hospital_id, photo_id) references photos (hospital_id, id),
  foreign key (hospital_id, staff_id) references staff (hospital_id, id),
  foreign key (hospital_id, struck_out_by) references staff (hospital_id, id),
  constraint form_photos_struck_out check ((struck_out_at is null) = (struck_out_by is null))
);
create index form_photos_of_record on form_photos (hospital_id, record_id, at);
create trigger form_photos_kept before update on form_photos
  for each row when (old.struck_out_at is not null
    or to_jsonb(old) - '{struck_out_at,struck_out_by}'::text[]
      is distinct from to_jsonb(new) - '{struck_out_at,struck_out_by}'::text[])
  execute function refuse_change();
create trigger form_photos_never_deleted before delete on form_photos for each row execute function refuse_change();
create trigger never_emptied before truncate on form_photos for each statement execute function refuse_change();

grant select, insert, update on form_photos to panel_app;
alter table form_photos enable row level security;
create policy own_hospital on form_photos to panel_app using (hospital_id = (select current_hospital()));
