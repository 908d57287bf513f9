-- Returns what left the balance of a business before a restore and is missing from the ledger, one row per request: sells in the payer's
-- journal, and withdrawals that were adopted from the signer's journal. A payout that is open again does not count, nor does a lock that
-- its transaction has taken, nor a payment that two operators wrote off. If the business sent the request again, the tokens that this
-- debited are subtracted.
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

-- Returns the transaction reference in the key of a right: '<business>/<mode>/<reference>/<purpose>/<leg>'.
create or replace function reference_in(p_right_key text) returns text language sql immutable
  return substring(p_right_key from '^[^/]*/[^/]*/(.*)/[^/]*/[^/]*$');

-- Returns whether a request may spend tokens from the balance of a business. Payments that were made from the balance before a restore stay
-- reserved until they are explained. The request for which such a payment was made may use the reserved amount, because that request is not
-- paid a second time. While a lane has locks that are not adopted, it is unknown which balances they spent, so every other request is
-- refused.
create or replace function may_spend_balance(p_business uuid, p_mode mode, p_type transaction_type, p_reference text, p_amount numeric)
returns boolean language sql stable as $$
  select b.amount_minor::numeric >= p_amount and (
    select b.amount_minor::numeric - p_amount >= coalesce(sum(f.minor), 0) and not has_unadopted_locks_of(p_business)
      or coalesce(bool_or(f.type = p_type and f.reference = p_reference and f.minor >= p_amount), false)
    from forgotten_spending(p_business, p_mode) f)
  from balance b where b.owner = p_business::text and b.kind = 'business' and b.asset = 'NGNC' and b.mode = p_mode
$$;

-- Returns why a transaction that debited a balance must not send anything; null if nothing forbids it. The transaction may have been
-- accepted before we knew of payments that were made before a restore. If the balance does not cover those payments as well, the
-- transaction is put on hold. Operators then return its tokens or release it later: the request that was paid before the restore may be
-- sent again and need the tokens.
create or replace function balance_held_because(t transaction) returns text language plpgsql stable as $$
declare
  v_held numeric;
begin
  if t.type not in ('sell', 'withdrawal')
    or t.type = 'sell' and exists (select from sell s where s.transaction_id = t.id and s.network is not null) then
    return null;
  end if;
  -- If a payment was already made for this same request, the bank or chain is asked about that payment, and nothing is paid again.
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

-- Returns whether unknown payments may have been made from balances. This is so if a lane or payout account that was ever used has not been
-- compared with the vault's journals since the database started, or if locks in a journal were not adopted. A lane that was halted for
-- another reason does not count; otherwise one dead network would block every balance.
create or replace function is_spending_uncompared() returns boolean
language sql stable security definer set search_path = afara, pg_temp as $$
  select are_journals_uncompared() or has_unadopted_locks()
$$;

-- Returns the same about the balance of one business. After a promotion the cases name the businesses that locks to adopt are about.
create or replace function is_spending_uncompared_of(p_business uuid) returns boolean
language sql stable security definer set search_path = afara, pg_temp as $$
  select are_journals_uncompared() or has_unadopted_locks_of(p_business)
$$;

-- Returns whether a lane or payout account that was ever used has not been compared with its journal since the database started.
create or replace function are_journals_uncompared() returns boolean
language sql stable security definer set search_path = afara, pg_temp as $$
  select are_payouts_uncompared()
    or exists (select from lane l where l.state <> 'halted' and l.checked_start is distinct from pg_postmaster_start_time()
      and (l.next_lock > l.first_lock or l.checked_start is not null))
$$;

-- Returns whether a payout account that was ever used has not been compared with the payer's journal since the database started.
create or replace function are_payouts_uncompared() returns boolean
language sql stable security definer set search_path = afara, pg_temp as $$
  select exists (select from payout_account a where a.state in ('active', 'draining')
    and a.checked_start is distinct from pg_postmaster_start_time() and (a.checked_start is not null or a.read_at is not null))
$$;

-- Returns whether such locks may have spent the balance of this business. After a promotion the case names the businesses.
create or replace function has_unadopted_locks_of(p_business uuid) returns boolean
language sql stable security definer set search_path = afara, pg_temp as $$
  select exists (select from lane l join case_file c on c.kind = 'restored' and c.state <> 'resolved' and c.facts ->> 'subject' = l.id::text
    where l.state = 'halted' and (c.facts -> 'businesses' is null or c.facts -> 'businesses' ? p_business::text))
$$;

-- Returns whether the signer's journal has locks that are missing from a restored database and that two operators have not adopted yet.
create or replace function has_unadopted_locks() returns boolean
language sql stable security definer set search_path = afara, pg_temp as $$
  select exists (select from lane l join case_file c on c.kind = 'restored' and c.state <> 'resolved' and c.facts ->> 'subject' = l.id::text
    where l.state = 'halted')
$$;
