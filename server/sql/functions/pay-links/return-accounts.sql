-- Returns whether what a buy holds may still go back: a part of the amount, or a payment about which the business can choose that.
create or replace function may_go_back(t transaction) returns boolean language sql stable
  return t.status = 'part_paid' or t.status = 'action_required' and exists (
    select from business_case k where k.transaction_id = t.id and 'return' = any (business_choices(k))
      and not exists (select from business_case_end e where e.case_id = k.id));

-- Returns the credits of a buy that go back, or may go back. With a case: the buy does not need this naira, because its payer paid too much
-- or again, and the case waits for operators. A second payment belongs to the buy only if it was paid to its number or has its code: an
-- equal amount proves nothing.
create or replace function credits_going_back(t transaction) returns table (line_id uuid, case_id uuid) language plpgsql stable as $$
#variable_conflict use_column
begin
  if t.status = 'pending_payment' or is_held_by_sanctions(t.id) then
    return;
  end if;
  if may_go_back(t) then
    return query select distinct s.line_id, null::uuid from standing_allocation s where s.transaction_id = t.id;
  end if;
  return query
    select f.line_id, c.id from case_file c join credit_fund f on f.line_id = c.line_id and not f.has_lien
    where c.transaction_id = t.id and c.kind = 'overpaid' and c.state <> 'resolved' and exists (
      select from standing_allocation s where s.transaction_id = t.id and s.line_id = c.line_id)
    union all
    select f.line_id, c.id from (
      select s.line_id from collection_number n
        join bank_line_number p on p.number = n.number and p.vendor_account_id = n.vendor_account_id
        join bank_line_reading r on r.vendor_account_id = p.vendor_account_id and r.source = p.source and r.external_id = p.external_id
        join bank_line_assignment s on s.reading_id = r.id join credit_fund x on x.line_id = s.line_id
        where n.transaction_id = t.id and buy_of_number(x.line_id) = t.id
      union
      -- A page is read every few seconds, so only narrations that contain the code are split.
      select x.line_id from expected_payment e
        join credit_fund x on x.vendor_account_id = e.vendor_account_id and x.booked_at >= e.issued_at - interval '10 minutes'
        where e.transaction_id = t.id and e.used_at is not null and e.released_at is null and strpos(upper(x.narration), e.code) > 0
          and e.code = any (regexp_split_to_array(upper(x.narration), '[^A-Z0-9]+'))) again
    join credit_fund f on f.line_id = again.line_id and not f.has_lien
    join case_file c on c.line_id = f.line_id and c.kind = 'duplicate' and c.state <> 'resolved';
end $$;

-- Returns those whose payer has a name in the bank's record and no number, and for which no account was named yet.
create or replace function unnumbered_credits(t transaction)
returns table (line_id uuid, case_id uuid, payer_name text, payer_account_mask text, payer_bank_code text, payer_bank_name text)
language sql stable as $$
  select g.line_id, g.case_id, k.payer_name, k.payer_account_mask, k.payer_bank_code, k.payer_bank_name
  from credits_going_back(t) g cross join lateral payer_of_line(g.line_id) k
  where k.payer_account_number is null and btrim(k.payer_name) <> ''
    and not exists (select from return_account n where n.line_id = g.line_id)
    and not exists (select from bank_line_assignment s where s.line_id = g.line_id and s.contradicts_payer)
$$;

-- Returns what the page of a pay link says about the account to which naira goes back: ask for it, or named with its bank and last digits.
-- No row if there is nothing to say. The bank is told if the bank's record names it. extra_minor is what the buy does not need, and null if
-- it is about the payment itself.
create or replace function return_account_of_page(p_token text)
returns table (state text, extra_minor numeric, bank_code text, bank_name text, ending text)
language plpgsql stable security definer set search_path = afara, pg_temp as $$
#variable_conflict use_column
declare
  t transaction;
begin
  select x.* into t from pay_link l join transaction x on x.id = l.transaction_id where l.token = p_token;
  return query
    select 'ask', case when count(*) = count(u.case_id) then sum(f.left_minor::numeric) end,
      case when count(distinct u.payer_bank_code) = 1 then min(u.payer_bank_code) end, min(u.payer_bank_name), null::text
    from unnumbered_credits(t) u left join credit_fund f on f.line_id = u.line_id and u.case_id is not null
    having count(*) > 0;
  if found then
    return;
  end if;
  return query
    select 'named', case when not may_go_back(t) then sum(coalesce(r.amount_minor::numeric, f.left_minor::numeric)) end,
      min(n.bank_code), min(n.bank_name), right(min(n.account_number), 4)
    from return_account n
    left join credits_going_back(t) g on g.line_id = n.line_id
    left join credit_fund f on f.line_id = g.line_id
    left join credit_return r on r.line_id = n.line_id and r.transaction_id is null
    where n.transaction_id = t.id and (g.line_id is not null or r.id is not null)
    having count(*) > 0;
end $$;

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
  if t.id is null or not exists (select from unnumbered_credits(t)) then
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
      or exists (select from unnumbered_credits(t) u where account_digits_contradict(null, u.payer_account_mask, p_account_number, null)
        or u.payer_bank_code <> p_bank_code) then
    return query select 'differs', '{}'::text[], t.mode;
    return;
  end if;
  return query select 'ask', array(select distinct u.payer_name from unnumbered_credits(t) u order by 1), t.mode;
end $$;

-- Keeps an account whose holder has the name of the payer. What the buy does not need goes back at once, if it needs no decision; otherwise
-- the buy looks again whether it can give the naira back. The caller compared the names; the payer process compares them again before it
-- pays. Returns false if nothing is asked any more. Locks the bank accounts and then the transaction, as matching does.
create or replace function keep_return_account(p_try uuid, p_bank_name text, p_account_name text, p_names text[], p_at timestamptz)
returns boolean language plpgsql security definer set search_path = afara, pg_temp as $$
declare
  y return_account_try;
  t transaction;
  v_kept uuid[];
  g record;
begin
  select * into y from return_account_try where id = p_try and at > p_at - interval '5 minutes';
  select * into t from transaction where id = y.transaction_id;
  perform pg_advisory_xact_lock(hashtextextended('bank_account' || a.id, 0)) from (
    select distinct l.vendor_account_id as id from unnumbered_credits(t) u join bank_line l on l.id = u.line_id order by 1) a;
  select * into t from transaction where id = y.transaction_id for no key update;
  if t.id is null or exists (select from return_account n where n.transaction_id = t.id
      and (n.bank_code, n.account_number) is distinct from (y.bank_code, y.account_number)) then
    return false;
  end if;
  with kept as (
    insert into return_account (line_id, transaction_id, business_id, mode, bank_code, bank_name, account_number, account_name, try_id, at)
      select u.line_id, t.id, t.business_id, t.mode, y.bank_code, p_bank_name, y.account_number, p_account_name, y.id, p_at
      from unnumbered_credits(t) u
      where u.payer_name = any (p_names) and not account_digits_contradict(null, u.payer_account_mask, y.account_number, null)
        and coalesce(u.payer_bank_code, y.bank_code) = y.bank_code
    on conflict do nothing returning line_id)
  select array_agg(k.line_id) into v_kept from kept k;
  if v_kept is null then
    return false;
  end if;
  for g in select * from credits_going_back(t) x where x.line_id = any (v_kept) order by x.line_id loop
    if g.case_id is null then
      perform schedule_wake(t.id, p_at);
    else
      perform return_extra(g.line_id, g.case_id, p_at);
    end if;
  end loop;
  return true;
end $$;

-- Returns what is left of a credit that no buy needs, and closes the case that waited for the account of its payer. The case stays, and
-- still blocks the credit, if the amount needs people.
create or replace function return_extra(p_line uuid, p_case uuid, p_at timestamptz) returns void language plpgsql as $$
declare
  f credit_fund;
begin
  select * into f from credit_fund x where x.line_id = p_line and coalesce(x.blocked_by, p_case) = p_case for update;
  if not found then
    return;
  end if;
  update credit_fund set blocked_by = null where line_id = p_line;
  if return_by_record(p_line, f.left_minor, p_at) then
    perform close_case(p_case, '{"action": "dismiss", "reason": "it is returned to the account that its payer named"}', p_at);
  else
    update credit_fund set blocked_by = f.blocked_by where line_id = p_line;
  end if;
end $$;
