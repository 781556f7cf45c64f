-- Tables and codes have the names that the glossary has for them.
alter table device_tokens rename to device_cookies;

alter table sign_in_challenges drop constraint sign_in_challenges_purpose_check;
update sign_in_challenges set purpose = 're-authentication' where purpose = 'proof';
alter table sign_in_challenges add constraint sign_in_challenges_purpose_check check
  (purpose in ('second-step', 'passkey', 'totp-added', 'passkey-added', 'unlock', 're-authentication'));

update outbox set message = message - 'letter' || jsonb_build_object('kind', message -> 'letter')
  where channel = 'email' and message ? 'letter';
