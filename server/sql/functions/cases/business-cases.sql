-- Returns the code of the question that a case asks its business, or null if only operators decide the case. business_questions says in
-- which statuses the business is asked.
create or replace function question_code(p_file case_file) returns text language sql immutable
  return case p_file.kind
    when 'underpaid' then 'short_payment'
    when 'late_credit' then 'late_payment'
    when 'part_deposited' then 'short_deposit'
    when 'late_deposit' then 'late_deposit'
    when 'payout_failed' then 'payout_failed'
    when 'name_differs' then case when p_file.facts ->> 'bank_says' is null then 'account_not_found' else 'name_differs' end
    when 'cannot_deliver' then case
      when p_file.facts ? 'wallet' then 'wallet_blocked'
      when (p_file.facts ->> 'fee_minor')::numeric >= (p_file.facts ->> 'amount_minor')::numeric then 'fee_too_high'
      when p_file.facts ? 'network' then 'network_closed' end end;

-- Asks the business a question about its transaction, unless the question is not one for the business in this status, or one is open.
-- p_due_at is null if the question has its usual time.
create or replace function ask_business(p_id uuid, p_transaction uuid, p_code text, p_at timestamptz, p_due_at timestamptz) returns void
language sql as $$
  insert into business_case (id, business_id, mode, transaction_id, sequence, code, opened_at, due_at, event_id)
    select p_id, t.business_id, t.mode, t.id, t.version, q.code, p_at, greatest(coalesce(p_due_at, p_at + q.open_for),
      p_at + interval '1 minute'), afara_uuid()
    from transaction t join business_questions() q on q.type = t.type and q.status = t.status and q.code = p_code
    where t.id = p_transaction and not exists (
      select from business_case k where k.transaction_id = t.id and not exists (select from business_case_end e where e.case_id = k.id))
  on conflict (id) do nothing
$$;

-- Asks the business when operators get a case that is the business's to decide. Operators can still decide it.
create or replace function ask_with_case() returns trigger language plpgsql security definer set search_path = afara, pg_temp as $$
begin
  perform ask_business(new.id, new.transaction_id, question_code(new), new.opened_at,
    case new.kind when 'part_deposited' then new.due_at end);
  return null;
end $$;

-- Ends the question when its transaction leaves the status without an answer of the business, and asks about a payment that is too small as
-- soon as it arrives. Operators get their case about it only when the time to pay the rest is over.
create or replace function follow_question() returns trigger language plpgsql security definer set search_path = afara, pg_temp as $$
begin
  insert into business_case_end (case_id, business_id, mode, transaction_id, sequence, outcome, at)
    select k.id, k.business_id, k.mode, k.transaction_id, new.sequence, 'overtaken', new.happened_at from business_case k
    where k.transaction_id = new.transaction_id and not exists (select from business_case_end e where e.case_id = k.id);
  if new.to_status = 'part_paid' then
    perform ask_business(afara_uuid(), new.transaction_id, 'short_payment', new.happened_at, null);
  end if;
  return null;
end $$;

-- Returns what the business may choose. A sell that members ordered pays exactly the account that they signed. A name can be confirmed only
-- if the bank gave one.
create or replace function business_choices(p_case business_case) returns text[] language sql stable as $$
  select array(
    select c.choice from unnest(q.choices) with ordinality as c (choice, place)
    where case c.choice
      when 'beneficiary' then not exists (select from payment_sell p where p.transaction_id = t.id)
      when 'confirm_name' then name_of_payee(t.id) is not null and not exists (select from payment_sell p where p.transaction_id = t.id)
      when 'wallet' then exists (select from buy b where b.transaction_id = t.id and b.network is not null)
      else true end
    order by c.place)
  from transaction t join business_questions() q on q.type = t.type and q.code = p_case.code where t.id = p_case.transaction_id
$$;

-- Shows the cases of the tenant, with what is needed to put the question into words. held_minor is what the transaction holds now.
-- choices is empty for a case that has ended.
create or replace view own_business_case with (security_barrier) as
  select k.id, k.transaction_id, t.type, coalesce(t.type = 'sell' and s.network is null, false) as is_from_balance, t.status,
    t.reference::text as reference, t.amount_minor::numeric as amount_minor,
    coalesce(b.fee_minor, s.fee_minor)::numeric as fee_minor, k.code::text as code, k.opened_at, k.due_at,
    coalesce((select h.amount_minor::numeric from balance h where h.owner = t.id::text and h.kind = 'held' and h.mode = t.mode
      and h.asset = case t.type when 'buy' then 'NGN'::asset else 'NGNC' end), 0) as held_minor,
    case when e.case_id is null then business_choices(k) else '{}' end as choices,
    case when k.code = 'name_differs' and e.case_id is null then name_of_payee(t.id) end as bank_says,
    e.outcome, e.choice, e.amount_minor::numeric as decided_minor, e.network, e.address, e.bank_name,
    e.account_number::text as account_number, e.account_name, e.decided_by, e.at as ended_at
  from business_case k join transaction t on t.id = k.transaction_id
  left join buy b on b.transaction_id = t.id left join sell s on s.transaction_id = t.id
  left join business_case_end e on e.case_id = k.id
  where k.business_id = (select tenant_business()) and k.mode = (select tenant_mode());

-- Returns a page of the tenant's cases, newest first: the open ones, those that ended, or all (null), of one transaction or all.
create or replace function own_business_cases(p_id uuid, p_transaction uuid, p_is_open boolean, p_before uuid, p_most integer)
returns setof own_business_case language sql stable security definer set search_path = afara, pg_temp as $$
  select c.* from own_business_case c
  where (p_id is null or c.id = p_id) and (p_transaction is null or c.transaction_id = p_transaction)
    and (p_is_open is null or (c.outcome is null) = p_is_open) and (p_before is null or c.id < p_before)
  order by c.id desc limit p_most
$$;

-- Returns the ids of the cases of the tenant that are open, of these transactions.
create or replace function open_business_cases(p_transactions uuid[]) returns setof own_business_case
language sql stable security definer set search_path = afara, pg_temp as $$
  select c.* from own_business_case c where c.transaction_id = any (p_transactions) and c.outcome is null
$$;
