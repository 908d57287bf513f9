-- What left the balance of a business before a restore and is not in the books, one row for each request: sells that the payer's journal
-- has, and withdrawals that were adopted from the signer's. A payout that is open again is remembered, and so is a lock that was taken;
-- what two people wrote off is explained. A request that came back has taken its tokens, so that only the rest of it is left.
create or replace function forgotten_spending(p_business uuid, p_mode mode)
returns table (type transaction_type, reference text, minor numeric)
language sql stable security definer set search_path = afara, pg_temp as $$
  select f.type, f.reference, greatest(0, max(f.minor) - greatest(0, coalesce((
      select sum(case when p.debit_kind = 'business' then p.amount_minor::numeric else -p.amount_minor::numeric end)
      from request_key k join transaction t on t.id = k.transaction_id and t.type = f.type
      join entry e on e.transaction_id = t.id join posting p on p.entry_id = e.id and p.asset = 'NGNC'
        and (p.debit_kind = 'business' and p.debit_owner = p_business::text
          or p.credit_kind = 'business' and p.credit_owner = p_business::text)
      where k.business_id = p_business and k.mode = p_mode and k.key = 'r:' || f.reference), 0)))
  from (
    select 'sell'::transaction_type as type, reference_in(g.right_key) as reference, g.balance_minor::numeric as minor
    from payout_forgotten g
    where split_part(g.right_key, '/', 1) = p_business::text and g.balance_minor is not null
      and split_part(g.right_key, '/', 2) = p_mode::text
      and not exists (select from payout x where x.reference = g.reference and x.account_id = g.account_id)
      and not exists (select from payout_written_off w where w.reference = g.reference and w.account_id = g.account_id)
    union all
    select 'withdrawal', reference_in(a.right_key), a.tokens_minor::numeric
    from adopted_lock a
    where split_part(a.right_key, '/', 1) = p_business::text and a.state = 'waiting' and split_part(a.right_key, '/', 2) = p_mode::text
      and a.right_key like '%/withdrawal/%' and a.written_off_at is null and a.tokens_minor::numeric > 0
  ) f
  group by f.type, f.reference
$$;

-- The reference of a transaction in the key of one of its rights: '<business>/<mode>/<reference>/<purpose>/<leg>'.
create or replace function reference_in(p_right_key text) returns text language sql immutable
  return substring(p_right_key from '^[^/]*/[^/]*/(.*)/[^/]*/[^/]*$');

-- Whether a request may take tokens from the balance of a business. What was paid out of it before a restore stays in it until it is
-- explained, except for the very request that it was paid for: that one is not paid a second time. As long as locks of a lane are not
-- adopted, nobody knows whose balance they were paid out of: then every balance is held.
create or replace function may_spend_balance(p_business uuid, p_mode mode, p_type transaction_type, p_reference text, p_amount numeric)
returns boolean language sql stable as $$
  select b.amount_minor::numeric >= p_amount and (
    select b.amount_minor::numeric - p_amount >= coalesce(sum(f.minor), 0) and not has_unadopted_locks()
      or coalesce(bool_or(f.type = p_type and f.reference = p_reference and f.minor >= p_amount), false)
    from forgotten_spending(p_business, p_mode) f)
  from balance b where b.owner = p_business::text and b.kind = 'business' and b.asset = 'NGNC' and b.mode = p_mode
$$;

-- Why nothing leaves for a transaction that took its tokens from a balance; null: nothing stands in the way. It may have been accepted
-- before anybody knew what was paid before a restore. If its balance does not cover that as well, it is put on hold, and people give the
-- tokens back or release it later: the request that the tokens were paid for may come back and need them.
create or replace function balance_held_because(t transaction) returns text language plpgsql stable as $$
declare
  v_held numeric;
begin
  if t.type not in ('sell', 'withdrawal')
    or t.type = 'sell' and exists (select from sell s where s.transaction_id = t.id and s.network is not null) then
    return null;
  end if;
  -- What was paid for this very request is asked about, and not paid again.
  if exists (select from payout_forgotten g where t.type = 'sell' and split_part(g.right_key, '/', 1) = t.business_id::text
      and g.balance_minor is not null and split_part(g.right_key, '/', 2) = t.mode::text and reference_in(g.right_key) = t.reference)
    or exists (select from adopted_lock a where t.type = 'withdrawal'
      and a.right_key = format('%s/%s/%s/withdrawal/1', t.business_id, t.mode, t.reference)) then
    return null;
  end if;
  select sum(f.minor) into v_held from forgotten_spending(t.business_id, t.mode) f;
  if v_held > coalesce((select b.amount_minor::numeric from balance b
      where b.owner = t.business_id::text and b.kind = 'business' and b.asset = 'NGNC' and b.mode = t.mode), 0) then
    return format('the balance of the business does not cover %s kobo that were paid from it before the database was restored', v_held);
  end if;
  return null;
end $$;

-- Whether something may have been paid out of balances that nobody knows of yet: since the database started, some lane or payout account
-- that was ever used was not compared with the vault's journals, or what a journal has was not adopted. A lane that was halted for another
-- reason does not count, or one dead network would keep every balance.
create or replace function is_spending_uncompared() returns boolean
language sql stable security definer set search_path = afara, pg_temp as $$
  select are_payouts_uncompared()
    or exists (select from lane l where l.state <> 'halted' and l.checked_start is distinct from pg_postmaster_start_time()
      and (l.next_lock > l.first_lock or l.checked_start is not null))
    or has_unadopted_locks()
$$;

-- Whether some payout account that was ever used was not compared with the payer's journal since the database started.
create or replace function are_payouts_uncompared() returns boolean
language sql stable security definer set search_path = afara, pg_temp as $$
  select exists (select from payout_account a where a.state in ('active', 'draining')
    and a.checked_start is distinct from pg_postmaster_start_time() and (a.checked_start is not null or a.read_at is not null))
$$;

-- Whether the signer's journal has locks that a restored database does not, and that two people have not taken over yet.
create or replace function has_unadopted_locks() returns boolean
language sql stable security definer set search_path = afara, pg_temp as $$
  select exists (select from lane l join case_file c on c.kind = 'restored' and c.state <> 'resolved' and c.facts ->> 'subject' = l.id::text
    where l.state = 'halted')
$$;
