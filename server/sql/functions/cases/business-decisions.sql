-- Returns the credits of a buy and where each came from, as return_held reads them. The business never names the account: return_held
-- refuses any other than the one in the bank's record, or the one that the payer named (came_from). For an amount above
-- most_returned_to_named, the name of its holder is not enough, so operators decide.
create or replace function returns_of_buy(p_transaction uuid) returns jsonb language sql stable as $$
  select jsonb_agg(jsonb_build_object('line_id', a.line_id, 'amount_minor', a.amount::text, 'destination', jsonb_build_object(
    'account_number', coalesce(p.payer_account_number, n.account_number), 'bank_code', coalesce(n.bank_code, p.payer_bank_code),
    'bank_name', coalesce(n.bank_name, p.payer_bank_name), 'account_name', coalesce(n.account_name, p.payer_name))))
  from (
    select s.line_id, sum(s.amount_minor::numeric) as amount from standing_allocation s where s.transaction_id = p_transaction
    group by s.line_id) a
  left join bank_line_known_payer p on p.line_id = a.line_id
  left join return_account n on n.line_id = a.line_id and p.payer_account_number is null and a.amount <= most_returned_to_named()
$$;

-- Returns whether a second request has the same answer as the first.
create or replace function is_same_answer(p_end business_case_end, p_choice text, p_given jsonb) returns boolean language sql immutable
  return p_end.choice is not distinct from p_choice and case p_choice
    when 'wallet' then (p_end.network, p_end.address) is not distinct from (p_given ->> 'network', p_given ->> 'address')
    when 'beneficiary' then (p_end.bank_code, p_end.account_number, p_end.account_name)
      is not distinct from (p_given ->> 'bank_code', p_given ->> 'account_number', p_given ->> 'account_name')
    else true end;

-- Returns the operators' case about the same question, locked, so that only one of the two sides decides it. Opens one if there is
-- none yet. Raises AF520 if operators have closed it.
create or replace function file_of_question(p_case business_case, t transaction, p_at timestamptz) returns case_file language plpgsql as $$
declare
  v_file case_file;
begin
  select c.* into v_file from case_file c where c.transaction_id = t.id and c.state <> 'resolved' and question_code(c) = p_case.code
    order by c.id limit 1 for update;
  if not found and p_case.code = 'short_payment' then
    perform open_case(p_case.id, t.mode, 'underpaid', b.vendor_account_id, null, t.id, t.business_id,
      'Part of the naira arrived, and the business decides about it.', '{}', null, p_at, p_at + interval '1 day')
      from buy b where b.transaction_id = t.id;
    select c.* into v_file from case_file c where c.id = p_case.id for update;
  end if;
  if v_file.id is null then
    raise exception 'case % cannot be decided by the business now', p_case.id using errcode = 'AF520';
  end if;
  return v_file;
end $$;

-- Carries out the answer of a business to one of its own cases, as its key or one of its members gave it. Returns decided; same if this
-- answer was given before; other if another was; overtaken if something else ended the case; not_offered if the case does not offer the
-- choice; beneficiary_not_enrolled if the business may not sell to the account that it names; null if the tenant has no such case.
-- p_given: {network, address} for a wallet, {bank_code, bank_name, account_number, account_name} for a beneficiary. Locks the bank account
-- and then the transaction, as an approval of operators does.
--
-- Nothing here is more than the business could have asked for when it made the transaction: the wallet and the beneficiary pass every check
-- again, naira goes back only where it came from, and a hold is not touched. The signer and the payer compare the row with what they pay.
create or replace function decide_business_case(p_case uuid, p_choice text, p_given jsonb, p_by text, p_at timestamptz) returns text
language plpgsql security definer set search_path = afara, pg_temp as $$
declare
  k business_case;
  e business_case_end;
  t transaction;
  b buy;
  f case_file;
  v_held numeric;
  v_given jsonb := p_given;
begin
  select * into k from business_case where id = p_case and business_id = tenant_business() and mode = tenant_mode();
  if not found then
    return null;
  end if;
  select * into b from buy where transaction_id = k.transaction_id;
  if found then
    perform pg_advisory_xact_lock(hashtextextended('bank_account' || b.vendor_account_id, 0));
  end if;
  select * into strict t from transaction where id = k.transaction_id for update;
  select * into e from business_case_end where case_id = k.id;
  if found then
    return case when e.outcome = 'overtaken' then 'overtaken' when is_same_answer(e, p_choice, p_given) then 'same' else 'other' end;
  end if;
  if p_choice <> all (business_choices(k)) then
    return 'not_offered';
  end if;
  if p_choice = 'beneficiary' and not may_change_payee(t, p_given ->> 'bank_code', p_given ->> 'account_number') then
    return 'beneficiary_not_enrolled';
  end if;
  select h.amount_minor::numeric into v_held from balance h where h.owner = t.id::text and h.kind = 'held' and h.mode = t.mode
    and h.asset = case t.type when 'buy' then 'NGN'::asset else 'NGNC' end;
  if v_held is null or is_held_by_sanctions(t.id) then
    raise exception 'case % cannot be decided by the business now', k.id using errcode = 'AF520';
  end if;
  if p_choice = 'confirm_name' then
    select jsonb_build_object('bank_code', p.bank_code, 'bank_name', p.bank_name, 'account_number', p.account_number,
      'account_name', name_of_payee(t.id)) into v_given from payee_of_sell p where p.transaction_id = t.id;
  end if;
  f := file_of_question(k, t, p_at);
  f.resolution := jsonb_build_object('action', 'dismiss', 'reason', 'the business chose ' || p_choice);
  insert into business_case_end (case_id, business_id, mode, transaction_id, sequence, outcome, choice, amount_minor, network, address,
      bank_code, bank_name, account_number, account_name, former_network, former_address, decided_by, at, event_id)
    values (k.id, k.business_id, k.mode, t.id, t.version + 1, 'decided', p_choice, v_held, v_given ->> 'network', v_given ->> 'address',
      v_given ->> 'bank_code', v_given ->> 'bank_name', v_given ->> 'account_number', v_given ->> 'account_name',
      case p_choice when 'wallet' then b.network end, case p_choice when 'wallet' then b.wallet_address end, p_by, p_at, afara_uuid());
  perform follow_business_choice(f, t, k, p_choice, v_held, v_given, p_at);
  perform close_case(f.id, f.resolution, p_at);
  perform free_fund(f, p_at);
  perform close_with(f, '{overdue}', p_at);
  return 'decided';
end $$;

-- Moves the transaction as the business chose. A wallet or a beneficiary that it names is checked like the first one.
create or replace function follow_business_choice(
  p_file case_file, t transaction, p_case business_case, p_choice text, p_held numeric, p_given jsonb, p_at timestamptz
) returns void language plpgsql as $$
begin
  if t.type = 'buy' then
    perform decided_buy(p_file);
  end if;
  case p_choice
    when 'accept', 'retry' then
      null;
    when 'wallet' then
      update buy set network = p_given ->> 'network', wallet_address = p_given ->> 'address' where transaction_id = t.id;
      perform end_wallet_blocks(array[t.id], p_at);
    when 'beneficiary', 'confirm_name' then
      insert into sell_payee (transaction_id, number, mode, bank_code, bank_name, account_number, account_name, case_id, at)
        values (t.id, 1 + (select count(*) from sell_payee x where x.transaction_id = t.id), t.mode, p_given ->> 'bank_code',
          p_given ->> 'bank_name', p_given ->> 'account_number', p_given ->> 'account_name', p_case.id, p_at);
    when 'return' then
      if t.type = 'sell' then
        p_file.resolution := jsonb_build_object('action', 'return_all');
        perform return_sell(p_file, 'return_chosen', p_at);
      else
        p_file.resolution := jsonb_build_object('action', 'return_all', 'returns', returns_of_buy(t.id));
        perform return_held(p_file, 'return_chosen', p_at);
      end if;
      return;
  end case;
  if p_case.code in ('short_payment', 'short_deposit') then
    perform move_decided(p_file, 'short_accepted', jsonb_build_object('received_minor', p_held::text), p_at);
  else
    perform move_decided(p_file, 'fixed', '{"by": "business"}', p_at);
  end if;
end $$;

-- Cancels a buy or a sell of the tenant, if no money has arrived. Returns its status; null if the tenant has no such buy or sell.
create or replace function cancel_own_transaction(p_transaction uuid, p_at timestamptz) returns text
language plpgsql security definer set search_path = afara, pg_temp as $$
declare
  t transaction;
begin
  select * into t from transaction where id = p_transaction and business_id = tenant_business() and mode = tenant_mode()
    and type in ('buy', 'sell') for no key update;
  if not found then
    return null;
  end if;
  if t.status = any (statuses_cancellable()) then
    perform from move_transaction(t.id, t.version, 'cancelled', '{"by": "business"}', p_at, null);
    return 'cancelled';
  end if;
  return t.status;
end $$;
