-- What somebody charted together stands in one row: a pressure with the pulse beside it. Its readings have one moment
-- and one act.
alter table readings add column act_id uuid;

-- What was charted in one call came at one instant and by one hand.
update readings r set act_id = act.id
from (
  select hospital_id, patient_id, measured_at, received_at, entered_by, (array_agg(id order by id))[1] as id
  from readings
  where source = 'manual'
  group by 1, 2, 3, 4, 5
) as act
where r.source = 'manual' and r.corrects is null
  and (r.hospital_id, r.patient_id, r.measured_at, r.received_at, r.entered_by)
    = (act.hospital_id, act.patient_id, act.measured_at, act.received_at, act.entered_by);

-- A correction is of the act that it corrects, unless it says another time: then it was another moment.
with recursive corrected as (
  select id, measured_at, act_id from readings where source = 'manual' and corrects is null
  union all
  select r.id, r.measured_at, case when r.measured_at = c.measured_at then c.act_id else r.id end
  from readings r join corrected c on c.id = r.corrects
)
update readings r set act_id = c.act_id
from corrected c
where r.corrects is not null and (r.measured_at, r.id) = (c.measured_at, c.id);
