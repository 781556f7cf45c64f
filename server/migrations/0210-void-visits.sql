-- An arrival that was registered in error is void: it never was, but keeps its number and stays readable.
alter table visits
  add column voided_at timestamptz,
  add column voided_by uuid,
  add column void_reason text collate "C"
    check (void_reason in ('WRONG_PATIENT', 'DUPLICATE', 'CANCELLED_PLAN', 'OTHER')),
  add column void_note text check (void_note ~ '\S'),
  add constraint visits_voided_by foreign key (hospital_id, voided_by) references staff (hospital_id, id),
  add constraint visits_void check ((voided_at is null) = (voided_by is null)
    and (voided_at is null) = (void_reason is null) and (voided_at is not null or void_note is null)
    and (voided_at is null or (not is_open and left_at is null and disposition is null))),
  add constraint visits_void_note check (void_reason <> 'OTHER' or void_note is not null);

-- A patient whose arrival with a mission was void can arrive with it again. Its row is locked meanwhile.
drop index inbound_arrived_once;

create or replace function close_request_of_visit() returns trigger language plpgsql as $$
begin
  update admission_requests
    set state = 'left', closed_at = greatest(requested_at, coalesce(new.left_at, new.voided_at))
    where hospital_id = new.hospital_id and patient_id = new.patient_id and state = 'open'
      and (coalesce(new.disposition in (4, 5, 6), false)
        or not is_planned_after(planned_on, coalesce(new.left_at, new.voided_at, now())));
  return null;
end $$;

-- An admission that was noted twice, or anew since its time or bed was wrong, is void, and another one takes its place: the
-- visit that ended with the void one led to that one, and what was asked of a ward was answered by it. It began within a
-- day after the other had ended, and the patient did not come again in between: a void visit is none.
create function find_stay_instead(void_stay stays) returns stays language sql stable
  return (
    select s from stays s
    where s.hospital_id = void_stay.hospital_id and s.patient_id = void_stay.patient_id and s.id <> void_stay.id
      and s.voided_at is null and s.admitted_at >= void_stay.discharged_at
      and s.admitted_at <= void_stay.discharged_at + interval '24 hours'
      and exists (
        select from stay_acts a
        where a.hospital_id = void_stay.hospital_id and a.stay_id = void_stay.id and a.act = 'voided'
          and a.reason in ('DUPLICATE', 'WRONG_TIME', 'WRONG_BED'))
      and not exists (
        select from visits n
        where n.hospital_id = s.hospital_id and n.patient_id = s.patient_id and n.voided_at is null
          and n.visited_at > void_stay.admitted_at
          and n.visited_at <= s.admitted_at)
    order by s.admitted_at
    limit 1);

create or replace function free_visit_of_void_stay() returns trigger language plpgsql as $$
declare
  ended visits;
  another stays;
  goes_on boolean;
begin
  another := find_stay_instead(new);
  if another.id is not null then
    update admission_requests set stay_id = another.id where stay_id = new.id;
  end if;
  select v.* into ended from visits v
    where v.hospital_id = new.hospital_id and v.patient_id = new.patient_id and not v.is_open and v.disposition = 2
      and v.left_at = greatest(v.visited_at, new.discharged_at)
      and not exists (
        select from stays s
        where s.hospital_id = v.hospital_id and s.patient_id = v.patient_id and s.id <> new.id and s.voided_at is null
          and s.discharged_at is not null and v.left_at = greatest(v.visited_at, s.discharged_at))
    order by v.visited_at desc
    limit 1;
  if not found then
    return null;
  end if;
  if another.discharged_at is not null then
    update visits set left_at = greatest(visited_at, another.discharged_at) where id = ended.id;
    return null;
  end if;
  goes_on := not exists (
      select from visits n
      where n.hospital_id = ended.hospital_id and n.patient_id = ended.patient_id and n.id <> ended.id
        and n.voided_at is null
        and (n.is_open or (another.id is null and n.visited_at > ended.visited_at)))
    and not exists (
      select from patients p
      where p.hospital_id = ended.hospital_id and p.id = ended.patient_id and p.merged_into is not null)
    and (another.id is not null or (new.discharged_at > new.voided_at - interval '24 hours'
      and not exists (
        select from stays s
        where s.hospital_id = ended.hospital_id and s.patient_id = ended.patient_id and s.voided_at is null
          and s.admitted_at >= ended.visited_at)));
  update visits v
    set is_open = goes_on, disposition = null, left_at = case when not goes_on then v.left_at end,
      -- Whoever is admitted instead is on the ward.
      bay = case when not goes_on or (another.id is null and not exists (
        select from visits o
        where o.hospital_id = v.hospital_id and upper(o.bay) = upper(v.bay) and o.is_open and o.id <> v.id)) then v.bay end
    where v.id = ended.id;
  return null;
end $$;
