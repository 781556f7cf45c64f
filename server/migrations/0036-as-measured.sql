-- In single precision a measured 3.6 was 3.5999999046 wherever it was widened. Six digits of it are what was measured.
alter table readings
  alter column pi type double precision using pi::numeric::double precision,
  alter column temperature type double precision using temperature::numeric::double precision,
  alter column blood_glucose type double precision using blood_glucose::numeric::double precision,
  alter column weight type double precision using weight::numeric::double precision,
  alter column height type double precision using height::numeric::double precision,
  alter column waist type double precision using waist::numeric::double precision,
  alter column impedance type double precision using impedance::numeric::double precision,
  alter column creatinine type double precision using creatinine::numeric::double precision,
  alter column bun type double precision using bun::numeric::double precision,
  alter column uric_acid type double precision using uric_acid::numeric::double precision,
  alter column cholesterol type double precision using cholesterol::numeric::double precision,
  alter column ldl type double precision using ldl::numeric::double precision,
  alter column hdl type double precision using hdl::numeric::double precision,
  alter column triglyceride type double precision using triglyceride::numeric::double precision;

alter table notify_settings
  alter column critical_low type double precision using critical_low::numeric::double precision,
  alter column low type double precision using low::numeric::double precision,
  alter column high type double precision using high::numeric::double precision,
  alter column critical_high type double precision using critical_high::numeric::double precision;
