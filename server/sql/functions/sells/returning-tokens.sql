-- Lists tokens that arrived at one of our addresses, that no sell could accept and about which nothing was decided yet, with the kind of
-- their case.
create or replace view deposit_in_suspense as
  select d.id, d.mode, d.transaction_id, d.network, d.tx_hash, d.sender, d.minor::numeric - d.held_minor::numeric as amount_minor,
    (case d.outcome when 'wrong_chain' then 'wrong_chain' when 'second' then 'second_deposit' else 'over_deposited' end)::case_kind as kind
  from deposit d
  where d.held_minor < d.minor and not exists (select from deposit_answer a where a.deposit_id = d.id);

-- Locks and returns the sell of a case, if its tokens may be returned now.
create or replace function returnable_sell(p_file case_file) returns transaction language plpgsql as $$
declare
  t transaction := decided_sell(p_file);
begin
  if is_held_by_sanctions(t.id) then
    raise exception 'sell % matches a sanctions list and cannot be returned', t.id using errcode = 'AF044';
  end if;
  perform require_decided_loss(t.id);
  if p_file.resolution ->> 'action' = 'to_balance'
      and not (select m.may_hold_balance from business_mode m where m.business_id = t.business_id and m.mode = t.mode) then
    raise exception 'the business cannot hold a balance. Return the tokens to a wallet that it confirmed' using errcode = 'AF062';
  end if;
  return t;
end $$;

-- Sends tokens from the balance of a sell's business to the wallet that was decided, in the caller's commit. The caller derives the
-- reference from the deposit or the sell, so that nothing is returned twice. In live mode the business must have enrolled the wallet.
create or replace function send_back(t transaction, p_file case_file, p_reference text, p_amount numeric, p_at timestamptz) returns uuid
language plpgsql as $$
declare
  v_id uuid := afara_uuid();
begin
  perform require_enrolled(t.business_id, t.mode, p_file.resolution ->> 'network', p_file.resolution ->> 'address');
  perform accept_withdrawal(v_id, t.business_id, t.mode, p_reference, p_file.resolution ->> 'network', p_file.resolution ->> 'address',
    p_amount, p_file.id::text, p_at);
  return v_id;
end $$;

-- Gives back deposits that were too much, too late, or on another network: all those of the case, unchanged since the proposal.
create or replace function give_back_deposits(p_file case_file, p_at timestamptz) returns void language plpgsql as $$
declare
  t transaction := returnable_sell(p_file);
  d record;
  v_entry uuid;
  v_withdrawal uuid;
begin
  if (select jsonb_agg(jsonb_build_object('deposit_id', s.id, 'amount_minor', s.amount_minor::text) order by s.id)
    from deposit_in_suspense s
      where s.transaction_id = t.id and s.kind = p_file.kind) is distinct from p_file.resolution -> 'deposits' then
    raise exception 'the tokens of this case changed since the proposal' using errcode = 'AF040';
  end if;
  for d in select * from deposit_in_suspense s where s.transaction_id = t.id and s.kind = p_file.kind order by s.id loop
    v_entry := afara_uuid();
    perform post_entry(v_entry, t.mode, t.id, 'suspense_to_balance', p_at, array['suspense']::account_kind[], array[''],
      array['business']::account_kind[], array[t.business_id::text], array['NGNC']::asset[], array[d.amount_minor]::positive_minor[]);
    v_withdrawal := null;
    if p_file.resolution ->> 'action' = 'return_to_wallet' then
      v_withdrawal := send_back(t, p_file, 'return-dep_' || replace(d.id::text, '-', ''), d.amount_minor, p_at);
    end if;
    insert into deposit_answer (deposit_id, mode, case_id, amount_minor, entry_id, withdrawal_id, at)
      values (d.id, t.mode, p_file.id, d.amount_minor, v_entry, v_withdrawal, p_at);
  end loop;
end $$;

-- Gives back the tokens of a refunding sell without a known destination: to the balance, if the business may hold one by now, or to a
-- wallet that it has confirmed.
create or replace function give_back_sell(p_file case_file, p_at timestamptz) returns void language plpgsql as $$
declare
  t transaction := returnable_sell(p_file);
  v_held numeric;
  v_withdrawal uuid;
begin
  if t.status <> 'refunding' then
    raise exception 'the tokens of transaction % cannot be returned in status %', t.id, t.status using errcode = 'AF001';
  end if;
  if live_payout(t.id, 'payout') is not null or has_forgotten_payout(t.id) then
    raise exception 'sell % was or may have been paid. Wait for the bank''s answer', t.id using errcode = 'AF062';
  end if;
  if p_file.resolution ->> 'action' = 'to_balance' then
    if not return_to_balance(t, p_at) then
      raise exception 'sell % holds no tokens', t.id using errcode = 'AF040';
    end if;
    return;
  end if;
  select b.amount_minor::numeric into v_held from balance b
    where b.owner = t.id::text and b.kind = 'held' and b.asset = 'NGNC' and b.mode = t.mode for update;
  if v_held::text is distinct from p_file.resolution ->> 'amount_minor' then
    raise exception 'sell % holds tokens of % kobo, which differs from the proposal', t.id, coalesce(v_held, 0) using errcode = 'AF040';
  end if;
  perform post_entry(afara_uuid(), t.mode, t.id, 'returned_to_wallet', p_at, array['held']::account_kind[], array[t.id::text],
    array['business']::account_kind[], array[t.business_id::text], array['NGNC']::asset[], array[v_held]::positive_minor[]);
  v_withdrawal := send_back(t, p_file, 'return-txn_' || replace(t.id::text, '-', ''), v_held, p_at);
  perform move_decided(p_file, 'refund_paid', jsonb_build_object('amount_minor', v_held::text, 'to', 'wallet',
    'withdrawal', 'txn_' || replace(v_withdrawal::text, '-', ''), 'network', p_file.resolution ->> 'network',
    'address', p_file.resolution ->> 'address'), p_at);
  perform close_with(p_file, '{overdue}', p_at);
end $$;
