-- Queues a sell for an account that can pay it, in the caller's commit. Returns null if none can now.
create or replace function queue_sell(t transaction, p_account_name text, p_at timestamptz) returns uuid language plpgsql as $$
declare
  p payee_of_sell;
  v_held numeric;
begin
  select * into strict p from payee_of_sell where transaction_id = t.id;
  select b.amount_minor::numeric into strict v_held from balance b
    where b.owner = t.id::text and b.kind = 'held' and b.asset = 'NGNC' and b.mode = t.mode;
  return queue_payout(t.id, 'payout', p.bank_code, p.account_number, p_account_name, v_held - p.fee, p_at);
end $$;

-- Holds a sell for two operators, with a case that names every reason. The event does not contain the reasons, so that customers cannot
-- tell one hold from another.
create or replace function hold_sell(t transaction, p_reasons text[], p_amount numeric, p_hits jsonb, p_list_version text, p_at timestamptz)
returns void language plpgsql as $$
declare
  v_kind case_kind := case when 'screening' = any (p_reasons) then 'screening_hit'
    when 'balance_held' = any (p_reasons) then 'cannot_deliver' else 'over_limit' end;
begin
  perform from move_transaction(t.id, t.version, 'check_failed', '{}', p_at, null);
  if not found then
    raise exception 'sell % cannot be put on hold', t.id using errcode = 'AF001';
  end if;
  -- The case about the seized tokens is open already.
  if p_reasons = '{tokens_taken}' then
    return;
  end if;
  perform open_case(afara_uuid(), t.mode, v_kind, null, null, t.id, t.business_id,
    case v_kind when 'screening_hit' then 'A name or the sender of this sell may match a sanctions list.'
      when 'cannot_deliver' then 'The balance of the business does not cover what was paid from it before the restore.'
      else 'This sell exceeds the current limits of the business.' end,
    jsonb_strip_nulls(jsonb_build_object('reasons', to_jsonb(p_reasons), 'amount_minor', p_amount::text, 'hits', p_hits, 'list',
      p_list_version, 'because', balance_held_because(t))),
    null, p_at, p_at + interval '24 hours');
end $$;

-- Asks the business to choose, because the fee is at least as large as the amount that arrived, or because the bank's name for the account
-- differs or cannot be compared.
create or replace function ask_about_payee(t transaction, p payee_of_sell, p_outcome text, p_amount numeric, p_name jsonb, p_at timestamptz)
returns void language plpgsql as $$
begin
  perform from move_transaction(t.id, t.version, 'choice_needed', '{}', p_at, null);
  if not found then
    raise exception 'no case can be opened for sell %', t.id using errcode = 'AF001';
  end if;
  perform open_case(afara_uuid(), t.mode, (case p_outcome when 'cannot_pay' then 'cannot_deliver' else 'name_differs' end)::case_kind, null,
    null, t.id, t.business_id,
    case when p_outcome = 'cannot_pay' then 'The fee is at least as large as the amount that arrived.'
      when p_name ->> 'outcome' = 'not_found' then 'The bank has no account with this number.'
      when p_name ->> 'comparison' = 'unknown' then 'We cannot compare the name from the business with the bank''s record.'
      else 'The bank has another name for this account.' end,
    jsonb_build_object('amount_minor', p_amount::text, 'fee_minor', p.fee::text, 'bank_code', p.bank_code, 'bank_name', p.bank_name,
      'account_number', p.account_number, 'account_name', p.account_name, 'bank_says', p_name ->> 'account_name'),
    jsonb_build_object('action', 'return_all'), p_at, p_at + interval '48 hours');
end $$;

-- Opens a case because the payout accounts lack naira. There is one case per mode, however many sells wait.
create or replace function ask_about_float(p_mode mode, p_at timestamptz) returns void language sql as $$
  select open_case(afara_uuid(), p_mode, 'cannot_deliver', null, null, null, null, 'No payout account can pay the next payout.',
    jsonb_build_object('subject', 'payouts:' || p_mode), null, p_at, p_at + interval '1 hour')
$$;

-- Returns the account name that the bank gave last for the payee of a sell; null if the bank has none. An answer about another payee does
-- not count.
create or replace function name_of_payee(p_transaction uuid) returns text language sql stable as $$
  select a.account_name from name_answer a join payee_of_sell p on p.transaction_id = a.transaction_id
  where a.transaction_id = p_transaction and (a.bank_code, a.account_number) = (p.bank_code, p.account_number)
    order by a.at desc, a.id desc limit 1
$$;

-- Shows the payee of each sell: the last one that was decided, else the one that the business requested.
create or replace view payee_of_sell as
  select s.transaction_id, s.mode, s.network, s.wallet_address, s.fee_minor::numeric as fee, s.needs,
    coalesce(p.bank_code, s.bank_code) as bank_code, coalesce(p.bank_name, s.bank_name) as bank_name,
    coalesce(p.account_number, s.account_number) as account_number, coalesce(p.account_name, s.account_name) as account_name
  from sell s left join lateral (
    select * from sell_payee p where p.transaction_id = s.transaction_id order by p.number desc limit 1) p on true;

-- Returns the naira that is not in flight and that no accepted sell is waiting for. More than this cannot be promised. Every unfinished
-- sell has a wake-up, so all of them are found by it.
create or replace function payout_room(p_mode mode) returns numeric
language plpgsql stable security definer set search_path = afara, pg_temp as $$
begin
  return coalesce((
      select sum(least(b.amount_minor::numeric, coalesce(a.available_minor, b.amount_minor)::numeric))
      from payout_account a join balance b on b.owner = a.id::text and b.kind = 'payout_bank' and b.asset = 'NGN' and b.mode = a.mode
      where a.mode = p_mode and a.state = 'active'), 0)
    - coalesce((
      select sum(t.amount_minor::numeric - s.fee_minor::numeric)
      from wake w join transaction t on t.id = w.subject_id join sell s on s.transaction_id = w.subject_id
      where w.type = 'sell' and t.mode = p_mode and t.status <> 'paying_out'), 0);
end $$;

-- Returns the bank's name of the payee if a sell that is about to be paid was last screened more than a day ago. Returns no row if the sell
-- is not about to be paid or was screened since.
create or replace function stale_screening(p_transaction uuid, p_at timestamptz) returns table (account_name text)
language sql stable security definer set search_path = afara, pg_temp as $$
  select name_of_payee(t.id) from transaction t
  where t.id = p_transaction and t.type = 'sell' and t.status in ('cleared', 'payout_failed')
    and not exists (select from payout_order o where o.transaction_id = t.id) and live_payout(t.id, 'payout') is null
    and not exists (select from screening_result s where s.transaction_id = t.id and s.at > p_at - interval '1 day')
$$;

-- Records a new screening of a sell that was cleared before. A hit stops the sell, as it would have stopped it when it was cleared. Returns
-- whether there was a hit; null if the sell has changed since it was read.
create or replace function screen_sell_again(
  p_transaction uuid, p_version integer, p_list_name text, p_list_version text, p_list_loaded_at timestamptz, p_subjects jsonb,
    p_hits jsonb,
  p_at timestamptz
) returns boolean language plpgsql security definer set search_path = afara, pg_temp as $$
declare
  t transaction;
begin
  select * into t from transaction where id = p_transaction and version = p_version and type = 'sell' for no key update;
  if not found or not exists (select from stale_screening(p_transaction, p_at)) then
    return null;
  end if;
  if p_list_version is null and t.mode = 'live' then
    raise exception 'sell % was not screened against a sanctions list', p_transaction using errcode = 'AF051';
  end if;
  insert into screening_result (id, mode, transaction_id, list_name, list_version, list_loaded_at, subjects, hits, at)
    values (afara_uuid(), t.mode, t.id, p_list_name, p_list_version, p_list_loaded_at, p_subjects, p_hits, p_at);
  if p_hits = '[]' then
    return false;
  end if;
  perform from move_transaction(t.id, t.version, 'stopped', '{}', p_at, null);
  if not found then
    raise exception 'sell % cannot be put on hold', t.id using errcode = 'AF001';
  end if;
  perform open_case(afara_uuid(), t.mode, 'screening_hit', null, null, t.id, t.business_id,
    'A name or the sender of this sell may match a sanctions list.',
    jsonb_build_object('reasons', jsonb_build_array('screening'), 'amount_minor', (
        select b.amount_minor::text from balance b
        where b.owner = t.id::text and b.kind = 'held' and b.asset = 'NGNC' and b.mode = t.mode),
      'hits', p_hits, 'list', p_list_version),
    null, p_at, p_at + interval '24 hours');
  return true;
end $$;
