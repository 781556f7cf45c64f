-- The time of a call is corrected as that of a step: by a row that says the right time, who wrote it and why. `called_at`
-- becomes the time that stands, by which a mission is judged; the request keeps the one that it was signed with.
alter table mission_events drop constraint mission_events_step_check,
  add constraint mission_events_step_check check (step in ('ACCEPTED', 'ASSIGNED', 'DISPATCHED', 'EN_ROUTE', 'AT_SCENE',
    'LEFT_SCENE', 'AT_DESTINATION', 'HANDED_OVER', 'BACK_AT_BASE', 'CLOSED', 'DECLINED', 'CANCELLED', 'STOOD_DOWN',
    'NO_TRANSPORT', 'REASSIGNED', 'DIVERTED', 'OPERATION_CHANGED', 'CALLED', 'WITHDRAWN')),
  add constraint mission_events_called check (step <> 'CALLED' or note is not null);
