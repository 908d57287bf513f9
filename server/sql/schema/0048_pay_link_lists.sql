-- A business lists its pay links, newest first. Without this index the list would read the links of every business.
create index pay_link_of_business on pay_link (business_id, mode, id);

-- A list of transactions can also be filtered by amount and by the person who paid or is paid. The new parameters have defaults, and each
-- movement of a balance has one more column, the balance after it. So processes of the old release, which name what they send and read,
-- keep working.
drop function if exists own_balance_movements(uuid, integer, integer, timestamptz, timestamptz);
drop function if exists own_ids(uuid, integer, integer, text, transaction_type, text[], text, timestamptz, timestamptz);
drop function if exists list_transactions(
  uuid, mode, uuid, integer, integer, text, transaction_type, text[], text, timestamptz, timestamptz);
