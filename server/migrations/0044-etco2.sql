-- CO₂ at the end of a breath, mmHg.
alter table readings add column etco2 smallint;
