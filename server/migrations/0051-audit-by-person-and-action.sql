-- Screens do a hundred things by themselves for each act of a person. The newest acts of one person are found without
-- reading what their screens did: for each action there is a range of this index. It takes the place of the index by
-- person alone: the entries of a person are those of all their actions.
create index audit_by_staff_action on audit (hospital_id, staff_id, action, at desc);
drop index audit_by_staff;
