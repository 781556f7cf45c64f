-- The policies of forms in the form of all others: whose a row is, is read once a statement.
alter policy own_hospital on form_records using (hospital_id = (select current_hospital()));
alter policy own_hospital on form_operations using (hospital_id = (select current_hospital()));
alter policy own_hospital on form_addenda using (hospital_id = (select current_hospital()));
