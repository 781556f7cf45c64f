-- A vital sign is switched off until a time. One that was off for good is watched again a day after this, unless somebody
-- says otherwise meanwhile.
update notify_settings set until = now() + interval '1 day'
  where is_current and mode = 'disabled' and until is null;
alter table notify_settings add constraint off_has_an_end
  check (not is_current or mode <> 'disabled' or until is not null);
