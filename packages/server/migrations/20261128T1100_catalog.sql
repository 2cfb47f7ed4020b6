-- True: the owner deleted the account. A paid item is not sold any more then, and only those come upon it who know its address.
alter table items add column seller_left boolean not null default false;
alter table items drop column found_by;
alter table items add column found_by text not null generated always as
  (case when seller_left and with_pay and not premium then ''
    when organisation_id is null or in_public_search then 'everybody'
    else coalesce(class_id, organisation_id) end) stored;
