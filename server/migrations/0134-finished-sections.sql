-- Who said that a section which is written when the record is complete, such as the appraisal, is done, and when.
create table form_finishes (
  hospital_id uuid not null,
  record_id uuid not null,
  section text collate "C" not null,
  at timestamptz not null,
  staff_id uuid not null,
  primary key (hospital_id, record_id, section),
  foreign key (hospital_id, record_id) references form_records (hospital_id, id),
  foreign key (hospital_id, staff_id) references staff (hospital_id, id)
);
create trigger form_finishes_append_only before update or delete on form_finishes
  for each row execute function refuse_change();
create trigger never_emptied before truncate on form_finishes for each statement execute function refuse_change();
grant select, insert on form_finishes to panel_app;
alter table form_finishes enable row level security;
create policy own_hospital on form_finishes to panel_app using (hospital_id = (select current_hospital()));

-- The same sections once more beside the answers, so that the appraisals that are open are found without reading all records.
alter table form_records add column finished_sections text[] collate "C" not null default '{}';
drop trigger form_records_frozen on form_records;
create trigger form_records_frozen before update on form_records
  for each row when (old.state <> 'draft'
    and to_jsonb(old)
        - '{state,version,voided_at,voided_by,void_reason,later_answers,finished_sections,changed_at,changed_by}'::text[]
      is distinct from to_jsonb(new)
        - '{state,version,voided_at,voided_by,void_reason,later_answers,finished_sections,changed_at,changed_by}'::text[])
  execute function refuse_change();
create index form_records_open_appraisals on form_records (hospital_id, created_at desc, id desc)
  where form = 'operation-form' and state = 'complete' and answers @> '{"is_transported": true}'
    and not finished_sections @> '{appraisal}';
