-- Lets a freeze be lifted once. Nothing else about it ever changes.
create or replace function guard_freeze() returns trigger language plpgsql set search_path = afara, pg_temp as $$
begin
  if old.lifted_at is not null or new.lifted_at is null
    or (new.id, new.scope, new.subject, new.reason, new.placed_by, new.placed_at, new.xid, new.lifted_unsigned)
      is distinct from (old.id, old.scope, old.subject, old.reason, old.placed_by, old.placed_at, old.xid, old.lifted_unsigned) then
    raise exception 'freeze % cannot be changed: it can only be lifted, once', old.id using errcode = 'AF002';
  end if;
  return new;
end $$;

-- Returns why nothing may be sent for a transaction over a network now, or null if sending is allowed. If several freezes cover it, names
-- the widest. The commit that permits sending calls this. After a restore two more things count as frozen. One is a buy whose refund was
-- sent before the restore: its tokens must not follow. The other is a transaction from a balance that is smaller than what was paid from it
-- before the restore.
create or replace function freeze_of(p_transaction uuid, p_network text) returns text
language plpgsql stable security definer set search_path = afara, pg_temp as $$
begin
  if not is_anything_frozen() then
    return null;
  end if;
  return (
    select w.words from (
      select 1 as width, 'everything is frozen: ' || f.reason as words from freeze_order f where f.scope = 'all' and f.lifted_at is null
      union all
      select 2, 'the business is frozen: ' || f.reason
        from transaction t join freeze_order f on f.scope = 'business' and f.subject = t.business_id::text and f.lifted_at is null
        where t.id = p_transaction
      union all
      select 3, p_network || ' is frozen in ' || t.mode || ' mode: ' || f.reason
        from transaction t join freeze_order f on f.scope = 'network' and f.subject = t.mode || ':' || p_network and f.lifted_at is null
        where t.id = p_transaction
      union all
      select 4, 'the vendor account it was paid into is frozen: ' || v.account_number
        from standing_allocation a join bank_line l on l.id = a.line_id join vendor_account v on v.id = l.vendor_account_id
        where a.transaction_id = p_transaction and v.state = 'frozen'
      union all
      select 4, 'the vendor account it was paid into is frozen: ' || v.account_number
        from credit_return r join bank_line l on l.id = r.line_id join vendor_account v on v.id = l.vendor_account_id
        where r.id = p_transaction and r.transaction_id is null and v.state = 'frozen'
      union all
      -- A refund of the buy itself is not stopped: the repeated refund has the same reference, and the bank is asked about it.
      select 5, 'its naira was refunded before the database was restored: ' || f.reference
        from transaction t join payout_forgotten f
          on starts_with(f.right_key, t.business_id || '/' || t.mode || '/' || t.reference || '/refund/')
        where t.id = p_transaction and t.status <> 'refunding'
          and not exists (select from payout x where x.reference = f.reference and x.account_id = f.account_id)
      union all
      select 6, balance_held_because(t) from transaction t where t.id = p_transaction
    ) w where w.words is not null order by w.width limit 1);
end $$;

-- Places a freeze, which takes effect at once. Returns false if the same freeze is already in place; then that freeze and its reason are
-- kept.
create or replace function place_freeze(p_scope text, p_subject text, p_reason text, p_by text, p_at timestamptz) returns boolean
language plpgsql security definer set search_path = afara, pg_temp as $$
begin
  insert into freeze_order (id, scope, subject, reason, placed_by, placed_at)
    values (afara_uuid(), p_scope, p_subject, p_reason, p_by, p_at)
    on conflict (scope, subject) where lifted_at is null do nothing;
  if not found then
    return false;
  end if;
  insert into audit (id, at, actor, action, subject, reason)
    values (afara_uuid(), p_at, p_by, 'freeze.placed', btrim(p_scope || ' ' || p_subject), p_reason);
  return true;
end $$;

-- Lifts a freeze as operators decided. The deliveries that waited because of it become due now instead of at their next retry.
create or replace function carry_out_lift_freeze(p_case uuid, p_at timestamptz) returns void
language plpgsql security definer set search_path = afara, pg_temp as $$
declare
  v_file case_file := decided_case(p_case, 'lift_freeze');
begin
  update freeze_order set lifted_at = p_at, lifted_by = v_file.proposed_by::text,
      lifted_reason = 'decided in cas_' || replace(p_case::text, '-', '')
    where id = (v_file.resolution ->> 'freeze_id')::uuid and lifted_at is null;
  if not found then
    raise exception 'the freeze was already lifted' using errcode = 'AF040';
  end if;
  perform hasten_deliveries(p_at);
end $$;

-- Returns false if nothing is frozen at all. That is usual, so callers check this once before they call freeze_of for each transaction. A
-- payout sent before a restore counts as a freeze until it is open again. A withdrawal sent before a restore counts until a right has taken
-- its lock or the lock is void.
create or replace function is_anything_frozen() returns boolean language sql stable as $$
  select exists (select from freeze_order where lifted_at is null) or exists (select from vendor_account where state = 'frozen')
    or exists (select from payout_forgotten f
      where not exists (select from payout x where x.reference = f.reference and x.account_id = f.account_id))
    or exists (select from adopted_lock a where a.state = 'waiting' and a.right_key like '%/withdrawal/%')
$$;

-- Returns whether a freeze covers everything, or this network in this mode.
create or replace function is_network_frozen(p_mode mode, p_network text) returns boolean language sql stable as $$
  select exists (select from freeze_order f where f.lifted_at is null
    and (f.scope = 'all' or f.scope = 'network' and f.subject = p_mode || ':' || p_network))
$$;

-- Returns why nothing may be paid to a bank now, or null. Operators took it out of service: what was ordered waits, and new sells to it are
-- refused. Tokens that go back to a wallet instead are not stopped.
create or replace function bank_stopped_because(p_mode mode, p_bank_code text) returns text language sql stable as $$
  select 'its bank is out of service: ' || f.reason from freeze_order f
  where f.lifted_at is null and f.scope = 'bank' and f.subject = p_mode || ':' || p_bank_code
$$;

-- Returns whether nothing may be sent for a business over a network now. freeze_of checks the same for an existing transaction.
create or replace function is_leaving_frozen(p_business uuid, p_mode mode, p_network text) returns boolean language sql stable as $$
  select exists (select from freeze_order f where f.lifted_at is null and case f.scope
    when 'all' then true when 'business' then f.subject = p_business::text else f.subject = p_mode || ':' || p_network end)
$$;
