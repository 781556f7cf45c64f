-- Whom a complete record is about can become known when the patient has arrived: once, and what was written stays.
drop trigger form_records_frozen on form_records;
create trigger form_records_frozen before update on form_records
  for each row when (old.state <> 'draft'
    and (to_jsonb(old)
          - '{state,version,voided_at,voided_by,void_reason,later_answers,finished_sections,changed_at,changed_by,patient_id}'::text[]
        is distinct from to_jsonb(new)
          - '{state,version,voided_at,voided_by,void_reason,later_answers,finished_sections,changed_at,changed_by,patient_id}'::text[]
      or (old.patient_id is not null and old.patient_id is distinct from new.patient_id)))
  execute function refuse_change();
