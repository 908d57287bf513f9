-- Keeps a version of a row that was added or changed, for the seals. What every use of a passkey changes (its counter and the time) is left
-- out: it decides nothing about who may do what. The row's lock orders the numbers.
create or replace function keep_version() returns trigger language plpgsql security definer set search_path = afara, pg_temp as $$
declare
  v_uses constant text[] := array['sign_count', 'last_used_at'];
  v_content constant jsonb := to_jsonb(new) - v_uses;
  v_row uuid := v_content ->> 'id';
  v_business uuid;
begin
  if tg_op = 'UPDATE' and v_content = to_jsonb(old) - v_uses then
    return null;
  end if;
  if tg_table_name = 'membership' then
    v_row := v_content ->> 'member_id';
    v_business := v_content ->> 'business_id';
  end if;
  insert into row_version (id, table_name, row_id, business_id, number, content)
    select afara_uuid(), tg_table_name, v_row, v_business, coalesce(max(v.number), 0) + 1, v_content from row_version v
    where v.table_name = tg_table_name and v.row_id = v_row and v.business_id is not distinct from v_business;
  return null;
end $$;
