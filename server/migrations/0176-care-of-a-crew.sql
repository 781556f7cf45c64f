-- What a crew presses and what it treats are two permissions now. A hospital that had granted or taken `mission:crew`
-- from a staff type meant both; drivers treat nobody.
insert into changed_permissions (hospital_id, staff_type_id, permission, is_granted)
select c.hospital_id, c.staff_type_id, 'mission:care', c.is_granted
from changed_permissions c
join staff_types t on t.id = c.staff_type_id
where c.permission = 'mission:crew' and t.code <> 'driver'
on conflict do nothing;
