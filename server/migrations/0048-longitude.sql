-- `lang` is the name of the longitude on the wire. In tables it is called by its name, as in patients and hospitals.
alter table readings rename column lat to latitude;
alter table readings rename column lang to longitude;
alter table devices rename column lat to latitude;
alter table devices rename column lang to longitude;
alter table alarms rename column lat to latitude;
alter table alarms rename column lang to longitude;
