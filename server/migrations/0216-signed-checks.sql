-- Who made a check signs what they state of it, and who counts the controlled drugs again signs their counts. Null: from
-- before checks were signed, of a check that an earlier version of the app had kept on a tablet, or of whoever has only
-- verified a check.
alter table equipment_checks
  add column signer_name text,
  -- The drawn strokes as the path of a picture; none if the name was typed as the signature.
  add column strokes text,
  -- SHA-256 of what was signed.
  add column content_hash bytea check (octet_length(content_hash) = 32),
  add constraint equipment_checks_signed
    check ((signer_name is null) = (content_hash is null) and (strokes is null or signer_name is not null));

-- As it was stated: the state that it leads to does not tell it. Null: none, or from before it was kept.
alter table equipment_rows add column defect text collate "C" check (defect in ('BROKEN', 'EXPIRED'));

alter table equipment_seconds
  add column signer_name text,
  add column strokes text,
  add column content_hash bytea check (octet_length(content_hash) = 32),
  -- What was counted again, as it was signed: by item.
  add column counts jsonb,
  add constraint equipment_seconds_signed
    check ((signer_name is null) = (content_hash is null) and (signer_name is null) = (counts is null)
      and (strokes is null or signer_name is not null));
