-- A step that was pressed by mistake is taken back by another one, which names it and says why: nothing of what was recorded
-- goes. Of the steps before it, those of the name that it withdraws count no more.
alter table mission_events add column withdraws text collate "C",
  drop constraint mission_events_step_check,
  add constraint mission_events_step_check check (step in ('ACCEPTED', 'ASSIGNED', 'DISPATCHED', 'EN_ROUTE', 'AT_SCENE',
    'LEFT_SCENE', 'AT_DESTINATION', 'HANDED_OVER', 'BACK_AT_BASE', 'CLOSED', 'DECLINED', 'CANCELLED', 'STOOD_DOWN',
    'NO_TRANSPORT', 'REASSIGNED', 'DIVERTED', 'OPERATION_CHANGED', 'WITHDRAWN')),
  add constraint mission_events_withdrawn check ((step = 'WITHDRAWN') = (withdraws is not null)
    and (withdraws is null or note is not null)),
  add constraint mission_events_withdrawable check (withdraws in ('ACCEPTED', 'DISPATCHED', 'EN_ROUTE', 'AT_SCENE',
    'LEFT_SCENE', 'AT_DESTINATION', 'HANDED_OVER', 'BACK_AT_BASE', 'NO_TRANSPORT', 'STOOD_DOWN', 'CLOSED'));
