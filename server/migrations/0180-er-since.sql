-- Whoever was sent from a clinic to the emergency room waits there since then, and a doctor of the clinic is none of the
-- emergency room. Null: whoever came there did so when they arrived.
alter table visits
  add column er_since timestamptz,
  add column opd_seen_at timestamptz,
  add constraint visits_in_er check (er_since >= visited_at),
  add constraint visits_seen_in_opd check (opd_seen_at >= visited_at);

update visits v
  set er_since = sent.at,
      opd_seen_at = case when v.first_seen_at < sent.at then v.first_seen_at end,
      first_seen_at = case when v.first_seen_at >= sent.at then v.first_seen_at end
  from (
    select distinct on (hospital_id, visit_id) hospital_id, visit_id, at from visit_acts
    where before ->> 'kind' = 'OPD' and after ->> 'kind' = 'ER'
    order by hospital_id, visit_id, at desc) sent
  where v.hospital_id = sent.hospital_id and v.id = sent.visit_id and v.kind = 'ER' and sent.at >= v.visited_at;

-- The report of the emergency room counts who came there on a day.
drop index visits_by_arrival;
create index visits_by_arrival on visits (hospital_id, coalesce(er_since, visited_at));
