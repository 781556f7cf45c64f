-- The diagnosis of an admission is any ICD-10 code. The reference list has the frequent ones, for the screens.
alter table stays drop constraint stays_disease_fkey,
  add constraint stays_disease_is_icd10 check (disease ~ '^[A-Z][0-9][0-9A-Z](\.[0-9A-Z]{1,4})?$');
