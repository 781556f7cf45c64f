-- A map of beds reads the reservations that have not ended, however many ended before.
create index bed_reservations_by_end on bed_reservations (hospital_id, upper(during));
