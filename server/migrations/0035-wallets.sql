-- A wallet is a credit of a user at the hospital, in baht. Most hospitals use none.
alter table hospitals add column uses_wallet boolean not null default false;
alter table staff add constraint staff_wallet check (wallet between 0 and 1000000);

-- Each time somebody topped one up or took from it; `balance` is what was in it afterwards.
create table wallet_changes (
  id uuid primary key,
  hospital_id uuid not null references hospitals,
  staff_id uuid not null,
  at timestamptz not null,
  by_staff_id uuid not null,
  amount numeric(12, 2) not null check (amount <> 0),
  balance numeric(12, 2) not null check (balance between 0 and 1000000),
  reason text not null,
  foreign key (hospital_id, staff_id) references staff (hospital_id, id),
  foreign key (hospital_id, by_staff_id) references staff (hospital_id, id)
);
create index on wallet_changes (hospital_id, staff_id, at desc, id desc);
create trigger wallet_changes_append_only before update or delete on wallet_changes
  for each row execute function refuse_change();
create trigger never_emptied before truncate on wallet_changes for each statement execute function refuse_change();

-- What is in a wallet is what its history says: nothing else writes it, and two who change it at once take turns.
create function change_wallet() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  update staff set wallet = wallet + new.amount
    where hospital_id = new.hospital_id and id = new.staff_id
    returning wallet into new.balance;
  return new;
end $$;
create trigger wallet_changes_count before insert on wallet_changes for each row execute function change_wallet();

grant select, insert on wallet_changes to panel_app;
alter table wallet_changes enable row level security;
create policy own_hospital on wallet_changes to panel_app using (hospital_id = current_hospital());
