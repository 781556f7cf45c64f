-- Underlying and chronic diseases were two lists of the same diseases. They are one: its reference list holds the
-- ICD-10 codes and our own words, and a word that is a code by another name says which.
alter table underlying_diseases add same_as text references diseases;
insert into underlying_diseases (code, name_en, name_th, position)
select code, name_en, name_th, 1000 + position from diseases;
update underlying_diseases set same_as = codes.icd
from (values
  ('hypertension', 'I10'), ('dyslipidemia', 'E78.5'), ('asthma', 'J45.9'), ('copd', 'J44.9'),
  ('hepatitis-b', 'B18.1'), ('hepatitis-c', 'B18.2'), ('cirrhosis', 'K74.6'), ('anemia', 'D64.9'),
  ('hyperthyroid', 'E05.9'), ('hypothyroid', 'E03.9'), ('gout', 'M10.9'), ('lupus', 'M32.9'),
  ('osteoporosis', 'M81.9'), ('epilepsy', 'G40.9'), ('dementia', 'F03'), ('parkinson', 'G20'),
  ('depression', 'F32.9'), ('alcohol', 'F10.2'), ('peptic-ulcer', 'K27.9'), ('bph', 'N40'),
  ('obesity', 'E66.9'), ('psoriasis', 'L40.9')
) as codes (word, icd)
where underlying_diseases.code = codes.word and exists (select from diseases where diseases.code = codes.icd);

insert into patient_underlying_diseases (id, hospital_id, patient_id, underlying_disease, since, note, recorded_at,
  recorded_by, ended_at, ended_by)
select id, hospital_id, patient_id, disease, since, note, recorded_at, recorded_by, ended_at, ended_by
from patient_chronic_diseases;
drop table patient_chronic_diseases;

update patient_underlying_diseases as entry set underlying_disease = word.same_as
from underlying_diseases as word
where word.code = entry.underlying_disease and word.same_as is not null;

-- Of two entries of one disease, that which says no more than the other ends; two that each say something more stay.
update patient_underlying_diseases as entry set ended_at = now()
where ended_at is null and exists (
  select from patient_underlying_diseases as other
  where other.patient_id = entry.patient_id and other.id <> entry.id and other.ended_at is null
    and other.underlying_disease = entry.underlying_disease
    and (entry.since is null or entry.since = other.since)
    and (entry.note is null or entry.note = other.note)
    and ((other.since, other.note) is distinct from (entry.since, entry.note)
      or (other.recorded_at, other.id) < (entry.recorded_at, entry.id)));
