-- The time that the receiving side asks for, or until which it puts the patient off, beside its words.
alter table referral_acts add column proposed_at timestamptz;
alter table referral_acts add constraint referral_acts_proposed
  check (proposed_at is null or act in ('TIME_ASKED', 'POSTPONED'));
