-- Whether a device's silence, or its battery, was told already is asked of every silent device again and again.
create index alarms_of_device on alarms (hospital_id, device_id, rule, raised_at desc) where device_id is not null;
