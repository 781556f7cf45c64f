-- What came by a clock in doubt may have been taken at any time from when it was told until it came. Where a hand-over at
-- such a time is noted afterwards, nobody can tell whose it is.
alter table readings add column is_in_doubt boolean;
