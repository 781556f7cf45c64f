-- What a patient who left against advice answered, and who signed. Null of those who left so before it was asked.
alter table stays
  add column refusal jsonb,
  add constraint stays_refusal_against_advice check (refusal is null or discharge_type is not distinct from 2);
