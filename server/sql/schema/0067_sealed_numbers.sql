-- Which buy had which account number, and when, decides whose money a payment is. So every version of these rows is sealed.
alter table row_version drop constraint row_version_table_name_check;
alter table row_version add constraint row_version_table_name_check
  check (table_name in ('case_file', 'operator', 'member', 'membership', 'passkey', 'collection_number'));
insert into row_version (id, table_name, row_id, number, content)
  select uuidv7(), 'collection_number', n.id, 1, to_jsonb(n) from collection_number n;

-- It also returns what arrived for buys.
drop function if exists own_totals(
  integer, text, transaction_type, text[], text, timestamptz, timestamptz, numeric, numeric, text, jsonb);
-- Only functions of the database called these.
drop function if exists first_id_at(timestamptz);
drop function if exists wake_for_settlement(text, timestamptz);
drop function if exists is_unscreened_return(uuid);
drop function if exists clear_unasked_return(transaction, jsonb, timestamptz);
-- Its argument is also a buy.
drop function if exists names_to_screen(uuid);
