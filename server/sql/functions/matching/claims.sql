-- Opens a case for a buy that was paid in part and whose time to pay the rest has expired. Operators accept the smaller amount or return
-- it. Idempotent. Returns the case, or null if the buy is not part-paid.
create or replace function open_underpaid_case(p_id uuid, p_transaction uuid, p_at timestamptz, p_due_at timestamptz) returns uuid
language plpgsql security definer set search_path = afara, pg_temp as $$
declare
  t transaction;
  c claim;
  v_case uuid;
begin
  select * into t from transaction where id = p_transaction and type = 'buy' and status = 'part_paid' for update;
  if not found then
    return null;
  end if;
  -- The case about a sanctions list asks first.
  if is_held_by_sanctions(t.id) then
    perform schedule_wake(t.id, p_at + interval '1 day');
    return null;
  end if;
  select * into strict c from claim where transaction_id = p_transaction;
  v_case := open_case(p_id, t.mode, 'underpaid', c.vendor_account_id, null, t.id, t.business_id,
    'Part of the naira arrived, and the time for the rest has expired.',
    jsonb_build_object('amount_minor', c.amount_minor::text, 'paid_minor', (c.amount_minor::numeric - c.left_minor::numeric)::text,
      'missing_minor', c.left_minor::text, 'first_part_from', c.first_part_from),
    jsonb_build_object('action', 'return_part'), p_at, p_due_at);
  perform schedule_wake(t.id, p_at + interval '1 day');
  return v_case;
end $$;

-- Deletes up to p_most claims that expired a month ago, of buys that are expired or cancelled. Returns their number. Operators decide about
-- a credit that arrives later.
create or replace function delete_old_claims(p_at timestamptz, p_most integer) returns integer
language sql security definer set search_path = afara, pg_temp as $$
  with old as (
    delete from claim c using (
      select c.transaction_id from claim c join transaction t on t.id = c.transaction_id
      where c.expires_at < p_at - interval '30 days' and t.status = any (statuses_lapsed()) limit p_most) o
    where c.transaction_id = o.transaction_id returning 1)
  select count(*)::integer from old
$$;
