-- What was written at a time that its tablet's clock makes doubtful waits for a person.
alter table form_reviews drop constraint form_reviews_reason_check;
alter table form_reviews add constraint form_reviews_reason_check
  check (reason in ('revoked', 'time-doubtful', 'unknown-session', 'not-allowed', 'record-closed', 'form-closed'));
