-- The countries and their calling codes are a list of the program, which answers without a session: whoever registers
-- has none. Nothing else read the table.
drop table countries;
