-- Whether a visit is because of an accident; null is unknown. What is known of the accident is in `accident`.
alter table visits add column is_accident boolean;
update visits set is_accident = true where accident is not null;
alter table visits add constraint visits_accident check (accident is null or is_accident);

-- Why an arrival was corrected; null for other acts.
alter table visit_acts add column reason text check (reason ~ '\S');
