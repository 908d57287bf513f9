-- Credits a cleared buy without a wallet to the balance of its business, in the caller's commit.
create or replace function credit_buy_to_balance(p_transaction uuid, p_at timestamptz) returns void language plpgsql as $$
declare
  t transaction;
  v_amount numeric;
  v_fee numeric;
begin
  select * into strict t from transaction where id = p_transaction and type = 'buy' and status = 'cleared' for update;
  select h.amount_minor::numeric, b.fee_minor into strict v_amount, v_fee
    from fee_of_buy b join balance h on h.owner = t.id::text and h.kind = 'held' and h.asset = 'NGN' and h.mode = t.mode
    where b.transaction_id = t.id;
  if v_fee = 0 then
    perform post_entry(afara_uuid(), t.mode, t.id, 'credited_to_balance', p_at,
      array['held', 'clearing']::account_kind[], array[t.id::text, ''],
      array['clearing', 'business']::account_kind[], array['', t.business_id::text],
      array['NGN', 'NGNC']::asset[], array[v_amount, v_amount]::positive_minor[]);
  else
    perform post_entry(afara_uuid(), t.mode, t.id, 'credited_to_balance', p_at,
      array['held', 'held', 'clearing']::account_kind[], array[t.id::text, t.id::text, ''],
      array['clearing', 'income', 'business']::account_kind[], array['', 'fees', t.business_id::text],
      array['NGN', 'NGN', 'NGNC']::asset[], array[v_amount - v_fee, v_fee, v_amount - v_fee]::positive_minor[]);
  end if;
  perform from move_transaction(t.id, t.version, 'credited_to_balance', jsonb_build_object('amount_minor', (v_amount - v_fee)::text),
    p_at, null);
  if not found then
    raise exception 'transaction % cannot be credited to a balance in status %', t.id, t.status using errcode = 'AF001';
  end if;
end $$;

-- Queues a cleared buy for a lane of its network, or credits it to the balance. Returns the lane; `done` is false if no lane accepts
-- transfers now. The function that clears a buy calls this in the same commit.
create or replace function deliver_buy(p_transaction uuid, p_at timestamptz) returns table (done boolean, lane_id uuid)
language plpgsql as $$
begin
  if exists (select from buy b where b.transaction_id = p_transaction and b.network is null) then
    perform credit_buy_to_balance(p_transaction, p_at);
    done := true;
  else
    lane_id := queue_delivery(p_transaction, p_at);
    done := lane_id is not null;
  end if;
  return next;
end $$;

-- Puts a buy on hold and opens a case. The event does not contain the reason, so that customers cannot tell one hold from another.
create or replace function hold_buy(
  p_transaction uuid, p_version integer, p_reasons text[], p_amount numeric, p_hits jsonb, p_list_version text, p_at timestamptz
) returns void language plpgsql as $$
declare
  t transaction;
  b buy;
  v_is_listed boolean := 'screening' = any (p_reasons);
begin
  perform from move_transaction(p_transaction, p_version, 'check_failed', '{}', p_at, null);
  if not found then
    raise exception 'buy % cannot be put on hold', p_transaction using errcode = 'AF001';
  end if;
  select * into strict t from transaction where id = p_transaction;
  select * into strict b from buy where transaction_id = p_transaction;
  perform open_case(afara_uuid(), t.mode, (case when v_is_listed then 'screening_hit' else 'over_limit' end)::case_kind,
    b.vendor_account_id, null, t.id, t.business_id,
    case when v_is_listed then 'A name or the address of this buy may match a sanctions list.'
      when 'unnamed' = any (p_reasons) then 'The payer of this buy is unknown, so no sanctions screening was possible.'
      else 'This buy exceeds the current limits of the business.' end,
    jsonb_build_object('reasons', to_jsonb(p_reasons), 'amount_minor', p_amount::text, 'hits', p_hits, 'list', p_list_version,
      'network', b.network, 'wallet_address', b.wallet_address),
    null, p_at, p_at + interval '24 hours');
end $$;

-- Opens a case because the tokens cannot be sent. The business chooses whether they go elsewhere or the naira is refunded.
create or replace function ask_about_delivery(
  p_transaction uuid, p_version integer, p_amount numeric, p_fee numeric, p_network text, p_at timestamptz
) returns void language plpgsql as $$
declare
  t transaction;
begin
  perform from move_transaction(p_transaction, p_version, 'choice_needed', '{}', p_at, null);
  if not found then
    raise exception 'no case can be opened for buy %', p_transaction using errcode = 'AF001';
  end if;
  select * into strict t from transaction where id = p_transaction;
  perform open_case(afara_uuid(), t.mode, 'cannot_deliver', (select b.vendor_account_id from buy b where b.transaction_id = t.id), null,
    t.id, t.business_id,
    case when p_amount <= p_fee then 'The fee is at least as large as the amount that arrived.'
      else 'We have no wallet on ' || p_network || ' to send from.' end,
    jsonb_build_object('amount_minor', p_amount::text, 'fee_minor', p_fee::text, 'network', p_network),
    jsonb_build_object('action', 'return_all'), p_at, p_at + interval '24 hours');
end $$;

-- Delivers a transaction after a decision. Raises AF045 if there is no active lane; then the decision is rolled back.
create or replace function deliver_decided(t transaction, p_at timestamptz) returns void language plpgsql as $$
begin
  perform require_wallet(t, p_at);
  if not (select d.done from deliver_buy(t.id, p_at) d) then
    raise exception 'there is no active lane on % in % mode',
      (select b.network from token_destination b where b.transaction_id = t.id), t.mode
      using errcode = 'AF045';
  end if;
end $$;
