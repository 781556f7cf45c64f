-- What was signed, so that what was added later is told from what was changed. Of older signatures only the hash is known.
alter table form_signatures add column signed_answers jsonb;
