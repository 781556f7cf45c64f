-- Who referred somebody here, and the number of the letter, as the other hospital or e-Refer gave it.
alter table visits
  add column referring_hospital text,
  add column referral_number text;
