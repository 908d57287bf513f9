-- Returns whether the case is about a withdrawal.
create or replace function is_about_withdrawal(p_case uuid) returns boolean language sql stable as $$
  select exists (select from case_file c join withdrawal w on w.transaction_id = c.transaction_id where c.id = p_case)
$$;

-- Abandons a withdrawal and returns its tokens to the balance in the same commit.
create or replace function return_withdrawal(p_file case_file, p_event text, p_at timestamptz) returns void language plpgsql as $$
declare
  t transaction;
  w withdrawal;
  v_held numeric;
begin
  select * into strict t from transaction where id = p_file.transaction_id and type = 'withdrawal' for update;
  select * into strict w from withdrawal where transaction_id = t.id;
  if is_held_by_sanctions(t.id) then
    raise exception 'withdrawal % matches a sanctions list and cannot be returned', t.id using errcode = 'AF044';
  end if;
  if live_transfer(t.id) is not null then
    raise exception 'a transfer of withdrawal % is pending', t.id using errcode = 'AF001';
  end if;
  -- A transfer that a restored database lacks may have arrived. The right of this withdrawal can take only that lock.
  if exists (
    select from adopted_lock a where a.state = 'waiting' and a.tokens_minor > 0
      and a.right_key = format('%s/%s/%s/withdrawal/1', t.business_id, t.mode, t.reference)
      and is_same_wallet(w.network, a.address, w.wallet_address) and a.tokens_minor::numeric = t.amount_minor) then
    raise exception 'withdrawal % was sent before the database was restored. Let it continue: the chain shows if it arrived',
      t.id using errcode = 'AF062';
  end if;
  delete from delivery where transaction_id = t.id;
  select b.amount_minor::numeric into strict v_held from balance b
    where b.owner = t.id::text and b.kind = 'held' and b.asset = 'NGNC' and b.mode = t.mode for update;
  perform post_entry(afara_uuid(), t.mode, t.id, 'returned_to_balance', p_at, array['held']::account_kind[], array[t.id::text],
    array['business']::account_kind[], array[t.business_id::text], array['NGNC']::asset[], array[v_held]::positive_minor[]);
  perform move_decided(p_file, p_event, jsonb_build_object('amount_minor', v_held::text, 'to', 'balance'), p_at);
  perform close_with(p_file, '{over_limit,cannot_deliver,send_failed,signer_refused,overdue}', p_at);
end $$;
