-- The receiving side asks for another time or puts the patient off; the sender tells the patient.
alter table referral_acts drop constraint referral_acts_act_check;
alter table referral_acts add constraint referral_acts_act_check check (act in ('TAKEN', 'HANDED_OVER', 'RELEASED', 'ACCEPTED',
  'DECLINED', 'ASKED', 'TIME_ASKED', 'POSTPONED', 'REPLIED', 'PATIENT_TOLD', 'ARRIVED', 'NOT_ARRIVED', 'APPRAISED'));
