-- A RED level is confirmed before everything is asked: what is answered later makes a row that replaces it.
alter table triages
  add column completes boolean not null default false,
  add constraint triages_completes check (not completes or corrects is not null);
