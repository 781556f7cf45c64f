-- The number of the letter with which a patient was referred here, as the other hospital or e-Refer gave it. Stays of
-- before have none.
alter table stays add column referral_number text;
