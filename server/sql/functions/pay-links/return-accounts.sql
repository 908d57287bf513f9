-- Returns the credits of a buy whose payer has a name in the bank's record and no number, and for which no account was named yet.
create or replace function unnumbered_credits(p_transaction uuid)
returns table (line_id uuid, payer_name text, payer_account_mask text, payer_bank_code text, payer_bank_name text)
language sql stable as $$
  select a.line_id, k.payer_name, k.payer_account_mask, k.payer_bank_code, k.payer_bank_name
  from (select distinct s.line_id from standing_allocation s where s.transaction_id = p_transaction) a
  cross join lateral payer_of_line(a.line_id) k
  where k.payer_account_number is null and btrim(k.payer_name) <> ''
    and not exists (select from return_account n where n.line_id = a.line_id)
    and not exists (select from bank_line_assignment s where s.line_id = a.line_id and s.contradicts_payer)
$$;

-- Returns whether what arrived for a buy goes back by itself unless something else happens: a part of the amount, or a late payment.
create or replace function may_go_back(t transaction) returns boolean language sql stable
  return (t.status = 'part_paid' or t.status = 'action_required' and exists (
      select from business_case k where k.transaction_id = t.id and k.code = 'late_payment'
        and not exists (select from business_case_end e where e.case_id = k.id)))
    and not is_held_by_sanctions(t.id);

-- Returns what the page of a pay link says about the account to which the payment goes back: ask for it, or named with its bank and last
-- digits. No row if there is nothing to say. The bank is told if the bank's record names it.
create or replace function return_account_of_page(p_token text) returns table (state text, bank_code text, bank_name text, ending text)
language sql stable security definer set search_path = afara, pg_temp as $$
  with own as (select t from pay_link l join transaction t on t.id = l.transaction_id where l.token = p_token and may_go_back(t)),
  asked as (select u.* from own o cross join lateral unnumbered_credits((o.t).id) u)
  select 'ask', case when count(distinct a.payer_bank_code) = 1 then min(a.payer_bank_code) end, min(a.payer_bank_name), null::text
    from asked a having count(*) > 0
  union all
  select 'named', min(n.bank_code), min(n.bank_name), right(min(n.account_number), 4)
    from own o join return_account n on n.transaction_id = (o.t).id where not exists (select from asked) having count(*) > 0
$$;

-- Records that somebody with the link names an account, before any bank is asked. Returns the names of the payers that its holder must
-- have; or closed (nothing is asked), limited, or differs. At most 3 tries in 24 hours and 6 in all: a visitor with the link could
-- otherwise find out whose payment it is. A mask or a bank in the bank's record must fit, and a second account is never accepted.
create or replace function take_return_account(p_token text, p_try uuid, p_bank_code text, p_account_number text, p_at timestamptz)
returns table (outcome text, names text[], mode mode) language plpgsql security definer set search_path = afara, pg_temp as $$
#variable_conflict use_column
declare
  t transaction;
begin
  select x.* into t from pay_link l join transaction x on x.id = l.transaction_id where l.token = p_token for no key update of x;
  if t.id is null or not may_go_back(t) or not exists (select from unnumbered_credits(t.id)) then
    return query select 'closed', '{}'::text[], t.mode;
    return;
  end if;
  if (select count(*) >= 6 or count(*) filter (where y.at > p_at - interval '24 hours') >= 3
      from return_account_try y where y.transaction_id = t.id) then
    return query select 'limited', '{}'::text[], t.mode;
    return;
  end if;
  insert into return_account_try (id, transaction_id, business_id, mode, bank_code, account_number, at)
    values (p_try, t.id, t.business_id, t.mode, p_bank_code, p_account_number, p_at);
  if exists (select from return_account n where n.transaction_id = t.id
        and (n.bank_code, n.account_number) is distinct from (p_bank_code, p_account_number))
      or exists (select from unnumbered_credits(t.id) u where account_digits_contradict(null, u.payer_account_mask, p_account_number, null)
        or u.payer_bank_code <> p_bank_code) then
    return query select 'differs', '{}'::text[], t.mode;
    return;
  end if;
  return query select 'ask', array(select distinct u.payer_name from unnumbered_credits(t.id) u order by 1), t.mode;
end $$;

-- Keeps an account whose holder has the name of the payer, and lets the buy look again whether it can give the naira back. The caller
-- compared the names; the payer process compares them again before it pays. Returns false if nothing is asked any more.
create or replace function keep_return_account(p_try uuid, p_bank_name text, p_account_name text, p_names text[], p_at timestamptz)
returns boolean language plpgsql security definer set search_path = afara, pg_temp as $$
declare
  y return_account_try;
  t transaction;
begin
  select * into y from return_account_try where id = p_try and at > p_at - interval '5 minutes';
  select * into t from transaction where id = y.transaction_id for no key update;
  if t.id is null or not may_go_back(t) or exists (select from return_account n where n.transaction_id = t.id
      and (n.bank_code, n.account_number) is distinct from (y.bank_code, y.account_number)) then
    return false;
  end if;
  insert into return_account (line_id, transaction_id, business_id, mode, bank_code, bank_name, account_number, account_name, try_id, at)
    select u.line_id, t.id, t.business_id, t.mode, y.bank_code, p_bank_name, y.account_number, p_account_name, y.id, p_at
    from unnumbered_credits(t.id) u
    where u.payer_name = any (p_names) and not account_digits_contradict(null, u.payer_account_mask, y.account_number, null)
      and coalesce(u.payer_bank_code, y.bank_code) = y.bank_code
  on conflict do nothing;
  if not found then
    return false;
  end if;
  perform schedule_wake(t.id, p_at);
  return true;
end $$;
