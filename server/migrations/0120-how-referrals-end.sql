-- The receiving side says that the patient has arrived, or why they have not.
alter table referral_acts drop constraint referral_acts_act_check;
alter table referral_acts add constraint referral_acts_act_check check (act in ('TAKEN', 'HANDED_OVER', 'RELEASED', 'ACCEPTED',
  'DECLINED', 'ASKED', 'REPLIED', 'ARRIVED', 'NOT_ARRIVED', 'APPRAISED'));
alter table referral_acts add column result text collate "C" check (result in ('DIED', 'NOT_FOUND', 'OTHER'));
alter table referral_acts add constraint referral_acts_not_arrived check ((act = 'NOT_ARRIVED') = (result is not null));
