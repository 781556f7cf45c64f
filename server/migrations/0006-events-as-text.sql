-- An event is written by every batch of readings and only ever read whole: to take it apart on the way in costs more
-- than to write it down.
alter table events alter column data type json using data::json;
