-- A dispatcher says that a mission is another operation than was said with its vehicle.
alter table mission_events drop constraint mission_events_step_check,
  add constraint mission_events_step_check check (step in ('ACCEPTED', 'ASSIGNED', 'DISPATCHED', 'EN_ROUTE', 'AT_SCENE',
    'LEFT_SCENE', 'AT_DESTINATION', 'HANDED_OVER', 'BACK_AT_BASE', 'CLOSED', 'DECLINED', 'CANCELLED', 'STOOD_DOWN',
    'NO_TRANSPORT', 'REASSIGNED', 'DIVERTED', 'OPERATION_CHANGED'));
