-- Ends payouts of one account that the bank reports as made: the fee is earned, the tokens are ours, and the transactions are completed. A
-- buy is refunded when all legs of its refund are paid.
create or replace function succeed_payouts(a payout_account, p_ids uuid[], p_at timestamptz) returns void
language plpgsql
set enable_seqscan = off set enable_bitmapscan = off set enable_nestloop = off set enable_mergejoin = off
  set plan_cache_mode = force_generic_plan as $$
#variable_conflict use_column
declare
  v_rights uuid[] := array(select x.right_id from payout x where x.id = any (p_ids));
  v_openings uuid[] := array(select x.entry_id from payout x where x.id = any (p_ids));
  v_owner text := a.id::text;
  v_entries uuid[];
  v_payouts uuid[];
  v_transactions uuid[];
  v_purposes text[];
  v_helds numeric[];
  v_amounts numeric[];
  v_data jsonb[];
  v_sells uuid[];
  v_told jsonb[];
begin
  select array_agg(afara_uuid() order by x.id), array_agg(x.id order by x.id), array_agg(r.transaction_id order by x.id),
      array_agg(r.purpose order by x.id), array_agg(p.amount_minor::numeric order by x.id),
        array_agg(r.amount_minor::numeric order by x.id),
      array_agg(jsonb_strip_nulls(jsonb_build_object('payout', 'pay_' || replace(x.id::text, '-', ''), 'session_id', x.session_id))
        order by x.id)
    into v_entries, v_payouts, v_transactions, v_purposes, v_helds, v_amounts, v_data
    from payout x join payout_right r on r.id = any (v_rights) and r.id = x.right_id
    join posting p on p.entry_id = any (v_openings) and p.entry_id = x.entry_id and p.ordinal = 1
    where x.id = any (p_ids);
  perform post_mixed_entries(a.mode, 'payout_succeeded', p_at, v_entries, v_transactions, array_agg(p.entry_id order by p.place, p.part),
      array_agg(p.debit_kind order by p.place, p.part), array_agg(p.debit_owner order by p.place, p.part),
      array_agg(p.credit_kind order by p.place, p.part), array_agg(p.credit_owner order by p.place, p.part),
      array_agg(p.asset order by p.place, p.part), array_agg(p.amount order by p.place, p.part)::positive_minor[])
    from unnest(v_entries, v_transactions, v_purposes, v_helds, v_amounts) with ordinality
      as u (entry_id, transaction_id, purpose, held, amount, place)
    cross join lateral (values
      ('payout', u.place, 1, u.entry_id, 'clearing'::account_kind, '', 'outgoing'::account_kind, v_owner, 'NGN'::asset, u.amount),
      ('payout', u.place, 2, u.entry_id, 'clearing', '', 'income', 'fees', 'NGN', u.held - u.amount),
      ('payout', u.place, 3, u.entry_id, 'committed', u.transaction_id::text, 'clearing', '', 'NGNC', u.held),
      ('refund', u.place, 1, u.entry_id, 'committed', u.transaction_id::text, 'outgoing', v_owner, 'NGN', u.amount)
    ) as p (purpose, place, part, entry_id, debit_kind, debit_owner, credit_kind, credit_owner, asset, amount)
    where p.purpose = u.purpose and p.amount > 0;
  update payout x set state = 'succeeded', final_entry_id = u.entry_id, ended_at = p_at, ended_count = 0, ended_told_at = null,
      next_look_at = case when naira_back_since(a.id, x.reference) is not null then p_at + payout_gap(0) end
    from unnest(v_payouts, v_entries) as u (id, entry_id) where x.id = any (p_ids) and x.id = u.id;
  -- A sell ends with its payout. A buy ends when all legs of its refund are paid.
  select array_agg(u.id order by u.place), array_agg(u.data order by u.place) into v_sells, v_told
    from unnest(v_transactions, v_purposes, v_data) with ordinality as u (id, purpose, data, place) where u.purpose = 'payout';
  if v_sells is not null and move_transactions(v_sells, array_fill('payout_succeeded'::text, array[cardinality(v_sells)]), v_told, null,
    p_at)
      <> cardinality(v_sells) then
    raise exception 'a transaction changed while its payout was being settled' using errcode = 'AF001';
  end if;
  if 'refund' = any (v_purposes) then
    perform settle_refund(u.id, p_at) from (
      select distinct u.id from unnest(v_transactions, v_purposes) as u (id, purpose) where u.purpose = 'refund') u;
  end if;
  perform close_case(c.id, '{"action": "dismiss", "reason": "the bank has paid it"}', p_at) from case_file c
    where c.transaction_id = any (v_transactions) and c.state <> 'resolved'
      and c.kind in ('overdue', 'cannot_deliver', 'payout_unknown', 'payout_mismatch', 'payout_failed');
end $$;

-- Ends a payout as dead: it moved no naira, or its naira was returned. Its amount returns to the held balance, and operators or the driver
-- decide what is next. For a refund, the states of all legs decide how the buy continues. Refuses (AF400) while a debit that may be its
-- naira is unexplained.
create or replace function bury_payout(p_payout uuid, p_state text, p_evidence jsonb, p_data jsonb, p_at timestamptz) returns void
language plpgsql as $$
declare
  x payout;
  r payout_right;
  t transaction;
  v_debit text;
begin
  select * into strict x from payout where id = p_payout for no key update;
  v_debit := debit_in_question(x);
  if v_debit is not null then
    raise exception 'debit % of the account may be payout %. Explain the debit first', v_debit, x.id using errcode = 'AF400';
  end if;
  select * into strict r from payout_right where id = x.right_id;
  select * into strict t from transaction where id = r.transaction_id for no key update;
  if x.final_entry_id is not null then
    perform reverse_entry(afara_uuid(), x.final_entry_id, 'payout_undone', p_at);
  end if;
  perform reverse_entry(afara_uuid(), x.entry_id, 'payout_dead', p_at);
  update payout set state = p_state, money_back_at = p_at, ended_at = coalesce(ended_at, p_at), next_look_at = null,
      evidence = p_evidence
    where id = p_payout;
  if r.purpose = 'refund' then
    perform settle_refund(t.id, p_at);
  else
    perform from move_transaction(t.id, t.version, case when x.final_entry_id is null then 'payout_dead' else 'payout_returned' end,
      jsonb_build_object('payout', 'pay_' || replace(x.id::text, '-', ''), 'state', p_state) || coalesce(p_data, '{}'), p_at, null);
    if not found then
      raise exception 'the payout of transaction % failed, but the transaction is %', t.id, t.status using errcode = 'AF001';
    end if;
  end if;
  perform close_case(c.id, '{"action": "dismiss", "reason": "no naira was paid, or it was returned"}', p_at) from case_file c
    where c.transaction_id = t.id and c.state <> 'resolved' and c.kind in ('overdue', 'payout_unknown', 'payout_mismatch');
end $$;

-- Returns the evidence that we have the naira of a payout that the bank reports as failed or reversed. Either the vendor's own lines of the
-- payout add up to zero. Or there never was a debit, the bank has reported the failure twice, far apart, and the account's lines were read
-- to their end after that. Null means that there is no such evidence yet, or that a debit that may be its naira is unexplained.
create or replace function payout_money_back(x payout, a payout_account) returns jsonb language sql stable as $$
  select case
    when debit_in_question(x) is not null then null
    when l.debits > 0 and l.debits = l.credits then jsonb_build_object('lines', l.lines)
    when l.debits = 0 and l.credits = 0 and x.final_entry_id is null and x.ended_count >= 2 and a.lines_whole_at > x.ended_told_at
      then jsonb_build_object('no_debit_by', a.lines_whole_at, 'told', x.ended_count)
    end
  from naira_of_payout(x.account_id, x.reference) l
$$;

-- Ends the payouts that failed or were reversed and whose naira we have by now. Returns how many.
create or replace function bury_what_is_back(p_account uuid, p_at timestamptz) returns integer
language plpgsql set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off
set plan_cache_mode = force_generic_plan as $$
declare
  a payout_account;
  x payout;
  v_evidence jsonb;
  v_count integer := 0;
begin
  select * into strict a from payout_account where id = p_account;
  for x in select p.* from payout p where p.account_id = p_account and p.next_look_at is not null
      and p.state in ('failed', 'reversed') and p.money_back_at is null
    order by p.id loop
    v_evidence := payout_money_back(x, a);
    if v_evidence is not null then
      perform bury_payout(x.id, x.state, v_evidence, null, p_at);
      v_count := v_count + 1;
    end if;
  end loop;
  return v_count;
end $$;

-- Returns since when the vendor's own lines of a payment add up to zero: it was debited, and all of it was returned. Null if they do not.
create or replace function naira_back_since(p_account uuid, p_reference text) returns timestamptz language sql stable as $$
  select case when l.debits > 0 and l.debits = l.credits then l.seen_at end from naira_of_payout(p_account, p_reference) l
$$;

-- Ends a payout by the bank's own evidence, which two operators have, because the bank does not report the outcome. Called by their
-- decision.
create or replace function end_payout_by_evidence(p_payout uuid, p_was_paid boolean, p_evidence jsonb, p_at timestamptz) returns void
language plpgsql security definer set search_path = afara, pg_temp as $$
declare
  x payout;
  a payout_account;
begin
  select * into strict x from payout where id = p_payout;
  select * into strict a from payout_account where id = x.account_id for no key update;
  select * into strict x from payout where id = p_payout for no key update;
  -- A payout that was paid is ended only if the vendor shows its naira as returned. A payout that the payer process never sent was not
  -- paid.
  if x.money_back_at is not null or x.state = 'ordered' and p_was_paid
    or x.state = 'succeeded' and (p_was_paid or naira_back_since(a.id, x.reference) is null) then
    raise exception 'payout % is %, so there is nothing to decide', x.id, x.state using errcode = 'AF040';
  end if;
  -- A debit may not be read yet. The account's lines must have been read since the payout was sent before it counts as not paid.
  if not p_was_paid and x.state <> 'ordered' and (a.lines_whole_at > x.sent_at) is not true then
    raise exception 'the vendor''s lines were not read since payout % was sent. Approve this again later', x.id using errcode = 'AF062';
  end if;
  insert into payout_reading (id, payout_id, at, kind, code, raw)
    values (afara_uuid(), x.id, p_at, 'evidence', case when p_was_paid then 'was_paid' else 'not_paid' end, p_evidence);
  if p_was_paid then
    if x.final_entry_id is not null then
      raise exception 'payout % was already paid, and then returned', x.id using errcode = 'AF040';
    end if;
    update payout set evidence = p_evidence, session_id = coalesce(p_evidence ->> 'session_id', session_id) where id = x.id;
    perform succeed_payouts(a, array[x.id], p_at);
  else
    -- The vendor's own ledger decides: naira that it shows as debited is not returned by a decision.
    if (select l.debits <> l.credits from naira_of_payout(x.account_id, x.reference) l) then
      raise exception 'the vendor shows the naira of payout % as debited and not returned', x.id using errcode = 'AF040';
    end if;
    perform bury_payout(x.id, case x.state when 'succeeded' then 'reversed' else 'failed' end, p_evidence, '{"reason": "evidence"}', p_at);
  end if;
end $$;
