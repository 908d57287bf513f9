-- Records what banks report about payouts: [{payout_id, kind, code, amount_minor, account_number, bank_code, session_id, vendor_id,
-- fee_minor, raw}]. kind is one of pending, needs_otp, not_found, unavailable, success, failed, reversed. Returns how many payouts ended. A
-- success counts only with an amount. If the amount, account number or bank differs from the order, the account is frozen. p_spaced_ms is
-- the minimum interval between two answers that count as two. After p_overdue_ms a case is opened.
create or replace function note_readings(p_account uuid, p_fence bigint, p_readings json, p_spaced_ms integer, p_overdue_ms integer,
  p_at timestamptz)
returns integer language plpgsql security definer set search_path = afara, pg_temp
set enable_seqscan = off set enable_bitmapscan = off set enable_nestloop = off set enable_mergejoin = off
  set plan_cache_mode = force_generic_plan as $$
#variable_conflict use_column
declare
  a payout_account := require_payouts(p_account, p_fence);
  v_ids uuid[] := array(select s.payout_id from json_to_recordset(p_readings) as s (payout_id uuid));
  v_rights uuid[] := array(select x.right_id from payout x where x.id = any (v_ids));
  v_transactions uuid[] := array(select r.transaction_id from payout_right r where r.id = any (v_rights));
  v_succeeded uuid[];
  v_odd uuid[] := '{}';
  v_late uuid[];
  v_buried integer;
  d record;
begin
  perform from transaction t where t.id = any (v_transactions) order by t.id for no key update;
  perform keep_readings(v_ids, p_readings, p_at);

  -- First compares each final answer about an open payout with the order.
  for d in
    select x.id, r.transaction_id, s.kind, s.amount_minor, s.account_number, s.bank_code, r.amount_minor::numeric as ordered_minor
    from json_to_recordset(p_readings) as s (payout_id uuid, kind text, amount_minor numeric, account_number text, bank_code text)
    join payout x on x.id = any (v_ids) and x.id = s.payout_id and x.account_id = p_account and x.money_back_at is null
      and x.state <> 'ordered'
    join payout_right r on r.id = any (v_rights) and r.id = x.right_id
    where s.kind in ('success', 'failed', 'reversed')
      and ((s.amount_minor is not null and s.amount_minor <> r.amount_minor::numeric)
        or (s.account_number is not null and s.account_number <> r.account_number::text)
        or (s.bank_code is not null and s.bank_code <> r.bank_code))
  loop
    v_odd := v_odd || d.id;
    update payout set next_look_at = p_at + payout_gap(look_count), look_count = look_count + 1 where id = d.id;
    perform freeze_payout_account(p_account, 'the bank reports another payment than we ordered');
    perform ask_about_payout(d.id, 'payout_mismatch', 'The bank reports another amount, account number or bank than we ordered.',
      jsonb_strip_nulls(jsonb_build_object('said', d.kind, 'amount_minor', d.amount_minor::text, 'account_number', d.account_number,
        'bank_code', d.bank_code, 'ordered_minor', d.ordered_minor::text)), p_at);
  end loop;

  with told as materialized (
    select s.* from json_to_recordset(p_readings) as s (payout_id uuid, kind text, amount_minor numeric, session_id text, vendor_id text,
      fee_minor numeric)
    where s.kind = 'success' and s.amount_minor is not null and s.payout_id <> all (v_odd)
  ), said as (
    update payout x set session_id = coalesce(s.session_id, x.session_id), vendor_id = coalesce(s.vendor_id, x.vendor_id),
        fee_minor = coalesce(s.fee_minor, x.fee_minor), look_count = x.look_count + 1
      from told s
      where x.id = any (v_ids) and x.id = s.payout_id and x.account_id = p_account and x.money_back_at is null
        and x.state in ('sending', 'accepted', 'unknown', 'failed', 'reversed') and x.final_entry_id is null
      returning x.id
  )
  select array_agg(id order by id) into v_succeeded from said;
  if v_succeeded is not null then
    perform succeed_payouts(a, v_succeeded, p_at);
  end if;

  -- An answer that reports a failure counts again only if enough time has passed since the one before.
  update payout x set
      state = case when x.state = 'succeeded' then 'reversed' else s.kind end,
      ended_count = case when x.ended_told_at is null or p_at - x.ended_told_at >= make_interval(secs => p_spaced_ms / 1000.0)
        then x.ended_count + 1 else x.ended_count end,
      ended_told_at = case when x.ended_told_at is null or p_at - x.ended_told_at >= make_interval(secs => p_spaced_ms / 1000.0)
        then p_at else x.ended_told_at end,
      session_id = coalesce(s.session_id, x.session_id), vendor_id = coalesce(s.vendor_id, x.vendor_id),
      next_look_at = p_at + payout_gap(x.look_count), look_count = x.look_count + 1
    from json_to_recordset(p_readings) as s (payout_id uuid, kind text, session_id text, vendor_id text)
    where x.id = any (v_ids) and x.id = s.payout_id and x.account_id = p_account and x.money_back_at is null and x.state <> 'ordered'
      and s.kind in ('failed', 'reversed') and x.id <> all (v_odd);

  -- All other payouts are asked about again, at growing intervals. Answers of not_found are counted, and end nothing.
  with told as materialized (
    select s.payout_id, s.kind from json_to_recordset(p_readings) as s (payout_id uuid, kind text, amount_minor numeric)
    where s.kind in ('pending', 'needs_otp', 'not_found', 'unavailable') or s.kind = 'success' and s.amount_minor is null
  ), again as (
    -- The bank is not asked about a payout that was paid, unless the vendor's lines show its naira as returned. Then the bank is asked
    -- until it reports the return too.
    update payout x set next_look_at = case when x.state <> 'succeeded' or naira_back_since(p_account, x.reference) is not null
        then p_at + payout_gap(x.look_count) end,
        look_count = x.look_count + 1,
        -- A payout that the bank knew once does not become unknown because the bank no longer finds it.
        not_found_count = case when s.kind in ('pending', 'needs_otp') then 0 else x.not_found_count + (s.kind = 'not_found')::integer end,
        first_not_found_at = case when s.kind = 'not_found' then coalesce(x.first_not_found_at, p_at)
          when s.kind = 'unavailable' then x.first_not_found_at end,
        last_not_found_at = case when s.kind = 'not_found' then p_at else x.last_not_found_at end
      from told s
      where x.id = any (v_ids) and x.id = s.payout_id and x.account_id = p_account and x.money_back_at is null and x.state <> 'ordered'
      returning x.id, x.state, x.first_sent_at, s.kind
  )
  select array_agg(g.id order by g.id) into v_late from again g
    where g.state <> 'succeeded' and (g.kind = 'needs_otp' or g.first_sent_at <= p_at - make_interval(secs => p_overdue_ms / 1000.0));
  perform ask_about_payout(u.id, 'payout_unknown', 'The bank has not reported the result of the payment. The tokens stay held.', null, p_at)
    from unnest(v_late) as u (id);
  -- The bank reports again that a payment was made. Nothing more is due, unless the vendor's lines show its naira as returned.
  update payout x set state = 'succeeded', ended_count = 0, ended_told_at = null, look_count = x.look_count + 1,
      next_look_at = case when naira_back_since(p_account, x.reference) is not null then p_at + payout_gap(x.look_count) end
    from json_to_recordset(p_readings) as s (payout_id uuid, kind text, amount_minor numeric)
    where x.id = any (v_ids) and x.id = s.payout_id and x.account_id = p_account and x.money_back_at is null
      and x.final_entry_id is not null
      and x.next_look_at is not null and s.kind = 'success' and s.amount_minor is not null and x.id <> all (v_odd)
      and x.id <> all (coalesce(v_succeeded, '{}'));
  v_buried := bury_what_is_back(p_account, p_at);
  -- The bank's answers and its own ledger keep contradicting each other.
  perform ask_about_payout(x.id, 'payout_unknown', case when x.state = 'succeeded'
    then 'The naira was returned, but the bank reports the payment as successful.'
      else 'The bank reports the payment as failed, but the naira was not returned.' end,
    jsonb_strip_nulls(jsonb_build_object('unexplained_debit', debit_in_question(x))), p_at)
    from payout x
    where x.id = any (v_ids) and x.account_id = p_account and x.money_back_at is null and x.next_look_at is not null and case
      when x.state = 'succeeded' then naira_back_since(p_account, x.reference) <= p_at - make_interval(secs => p_overdue_ms / 1000.0)
      when x.state in ('failed', 'reversed') then x.ended_count >= 2
        and x.first_sent_at <= p_at - make_interval(secs => p_overdue_ms / 1000.0) end;
  return coalesce(cardinality(v_succeeded), 0) + v_buried;
end $$;
