-- Returns whether a buy that nobody has paid must stay open past its time to pay, because a payment that was booked in time may not be read
-- yet: a bank account into which it may be paid was not read past that time or is frozen, or a credit was read and not looked at yet. Ends
-- after a day: then such a payment is a late one. An account whose bank has no list is not awaited. Schedules the next check.
create or replace function await_bank(p_transaction uuid, p_at timestamptz) returns boolean
language plpgsql security definer set search_path = afara, pg_temp as $$
declare
  c claim;
begin
  select k.* into c from claim k join transaction t on t.id = k.transaction_id and t.status = 'pending_payment'
    where k.transaction_id = p_transaction;
  -- A sandbox moves the time of a buy, and not that of its bank.
  if not found or p_at < c.expires_at or p_at >= c.expires_at + interval '24 hours'
    or exists (select from sandbox_age a where a.transaction_id = p_transaction) or not exists (
      select from vendor_account v join account_look l on l.vendor_account_id = v.id
      where v.id in (
          select c.vendor_account_id
          union select n.vendor_account_id from collection_number n where n.transaction_id = p_transaction)
        and v.state <> 'closed' and v.feed is not null and l.poll_due_at is not null
        and (v.state = 'frozen' or (l.polled_at >= c.expires_at) is not true or exists (
          select from credit_fund f where f.vendor_account_id = v.id and f.blocked_by is null and f.look_at = '-infinity'
            and f.booked_at <= c.expires_at))) then
    return false;
  end if;
  perform let_wait('buy', p_transaction, 'its bank was not read past the time to pay', p_at);
  return true;
end $$;

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
