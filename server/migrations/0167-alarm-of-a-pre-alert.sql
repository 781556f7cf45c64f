-- A pre-alert keeps what was told. Its alarm alone is replaced by a new one, when the end of the mission, which had
-- cleared the first, was recorded by mistake and is withdrawn.
drop trigger pre_alerts_append_only on pre_alerts;
create trigger pre_alerts_never_deleted before delete on pre_alerts
  for each row execute function refuse_change();
create trigger pre_alerts_append_only before update on pre_alerts
  for each row when (to_jsonb(old) - 'alarm_id' is distinct from to_jsonb(new) - 'alarm_id')
  execute function refuse_change();
grant update (alarm_id) on pre_alerts to panel_app;
