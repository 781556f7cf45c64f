-- Another destination may be this hospital, which is chosen: nobody has to spell its name. What was diverted before is
-- judged by the name still.
alter table missions add column comes_here boolean not null default false;
-- A diversion that was a mistake is withdrawn alone: the one before it was no part of it, unlike the times of a step.
alter table mission_events add column comes_here boolean not null default false,
  add column withdraws_event_id uuid,
  drop constraint mission_events_withdrawable,
  add constraint mission_events_withdrawable check (withdraws in ('ACCEPTED', 'DISPATCHED', 'EN_ROUTE', 'AT_SCENE',
    'LEFT_SCENE', 'DIVERTED', 'AT_DESTINATION', 'HANDED_OVER', 'BACK_AT_BASE', 'NO_TRANSPORT', 'STOOD_DOWN', 'CLOSED')),
  add constraint mission_events_comes_here check (step = 'DIVERTED' or not comes_here),
  add constraint mission_events_withdrawn_diversion
    check ((withdraws is not distinct from 'DIVERTED') = (withdraws_event_id is not null)),
  add foreign key (hospital_id, withdraws_event_id) references mission_events (hospital_id, id);
