-- Returns the payouts that the payer process may be asked to send now, at most p_most. This is the last commit before it is asked. Kind
-- first: a payout that was never sent, or one whose answer was lost, once the bank has said that it knows nothing of it. The payer process
-- remembers each reference and asks a bank only once for it. Kind repeat: the same reference again, at a vendor that is proved to refuse
-- duplicates, after the bank has said at least twice, far apart, that it knows nothing of it, and only on the first day.
create or replace function begin_sending(p_account uuid, p_fence bigint, p_most integer, p_again_ms integer, p_repeat_ms integer,
  p_at timestamptz)
returns table (payout_id uuid, kind text)
language plpgsql security definer set search_path = afara, pg_temp
set enable_seqscan = off set enable_bitmapscan = off set enable_nestloop = off set enable_mergejoin = off
  set plan_cache_mode = force_generic_plan as $$
#variable_conflict use_column
declare
  a payout_account := require_payouts(p_account, p_fence);
  v_due uuid[];
  v_rights uuid[];
  v_transactions uuid[];
begin
  if a.state not in ('active', 'draining') then
    return;
  end if;
  v_due := array(
    select x.id from payout x
    where x.account_id = p_account and x.next_look_at is not null and x.state in ('ordered', 'sending', 'unknown') and case x.state
      when 'ordered' then x.next_look_at <= p_at
      when 'sending' then x.answered_at is null and x.last_not_found_at > x.sent_at
        and x.sent_at <= p_at - make_interval(secs => p_again_ms / 1000.0)
      else a.vendor = 'paystack' and x.not_found_count >= 2 and x.first_sent_at > p_at - interval '24 hours'
        and x.last_not_found_at - x.first_not_found_at >= make_interval(secs => p_repeat_ms / 1000.0) end
    order by x.next_look_at, x.id limit p_most);
  if v_due = '{}' then
    return;
  end if;
  v_rights := array(select x.right_id from payout x where x.id = any (v_due));
  v_transactions := array(select r.transaction_id from payout_right r where r.id = any (v_rights));
  perform from transaction t where t.id = any (v_transactions) order by t.id for no key update;
  return query
    with asked as materialized (
      select x.id, case x.state when 'unknown' then 'repeat' else 'first' end as kind,
        t.status = (case r.purpose when 'payout' then 'paying_out' else 'refunding' end)
          and payouts_held_by(t.id, s.network, r.purpose, t.business_id, t.mode, r.bank_code) is null
          and not (r.purpose = 'refund' and transaction_has_lien(t.id))
          and not (x.attempt + r.leg > 2 and former_debit_in_question(t.id, r.purpose, r.leg) is not null) as may_go
      from payout x join payout_right r on r.id = any (v_rights) and r.id = x.right_id
      join transaction t on t.id = any (v_transactions) and t.id = r.transaction_id
      left join sell s on s.transaction_id = any (v_transactions) and s.transaction_id = t.id
      where x.id = any (v_due)
    ), aside as (
      update payout x set next_look_at = p_at + interval '30 seconds' from asked k where x.id = any (v_due) and x.id = k.id and not k.may_go
    ), marked as (
      update payout x set state = 'sending', sent_at = p_at, first_sent_at = coalesce(x.first_sent_at, p_at), sent_count = x.sent_count + 1,
          repeat_count = x.repeat_count + (k.kind = 'repeat')::integer, answered_at = null, look_count = 0,
            next_look_at = p_at + payout_gap(0),
          not_found_count = 0, first_not_found_at = null, last_not_found_at = null
        from asked k where x.id = any (v_due) and x.id = k.id and k.may_go
        returning x.id, k.kind
    )
    select m.id, m.kind from marked m;
end $$;

-- Records the answers of the payer process: [{payout_id, kind, code, message, session_id, vendor_id, weight}]. kind is one of accepted,
-- rejected, exists, unknown, refused. Only two answers can end a payout, and only if there is no other trace of it. An answer of rejected
-- ends it if the payment was never repeated, because the payer process asks a bank once for a first request. An answer of refused with
-- weight 'never' ends it if it was requested only once. A payout that is refused with weight 'not_now' waits and is requested again. Any
-- other refusal waits and opens a case.
create or replace function note_answers(p_account uuid, p_fence bigint, p_answers json, p_at timestamptz) returns void
language plpgsql security definer set search_path = afara, pg_temp
set enable_seqscan = off set enable_bitmapscan = off set enable_nestloop = off set enable_mergejoin = off
  set plan_cache_mode = force_generic_plan as $$
#variable_conflict use_column
declare
  a payout_account := require_payouts(p_account, p_fence);
  v_ids uuid[] := array(select s.payout_id from json_to_recordset(p_answers) as s (payout_id uuid));
  v_ending uuid[] := array(
    select s.payout_id from json_to_recordset(p_answers) as s (payout_id uuid, kind text) where s.kind in ('rejected', 'refused'));
  v_rights uuid[];
  v_transactions uuid[];
  v_references text[];
  v_traced text[];
  v_not_now text;
  d record;
begin
  v_rights := array(select x.right_id from payout x where x.id = any (v_ending));
  v_transactions := array(select r.transaction_id from payout_right r where r.id = any (v_rights));
  perform from transaction t where t.id = any (v_transactions) order by t.id for no key update;
  v_references := array(select x.reference from payout x where x.id = any (v_ending));
  v_traced := array(select l.reference from payout_line l where l.reference = any (v_references) and l.account_id = p_account)
    || array(select f.reference from payout_forgotten f where f.reference = any (v_references) and f.account_id = p_account);
  perform keep_readings(v_ids, p_answers, p_at);
  perform close_case(c.id, '{"action": "dismiss", "reason": "the payer process has its newest journal again"}', p_at) from case_file c
    where c.kind = 'restored' and c.state <> 'resolved' and c.facts ->> 'subject' = 'journal:' || p_account;
  update payout x set state = case s.kind when 'accepted' then 'accepted' else 'unknown' end, answered_at = p_at,
      session_id = coalesce(s.session_id, x.session_id), vendor_id = coalesce(s.vendor_id, x.vendor_id),
      next_look_at = case when s.kind = 'exists' then p_at else x.next_look_at end
    from json_to_recordset(p_answers) as s (payout_id uuid, kind text, session_id text, vendor_id text)
    where x.id = any (v_ids) and x.id = s.payout_id and x.account_id = p_account and x.state = 'sending'
      and s.kind in ('accepted', 'exists', 'unknown');
  for d in
    select x.id, x.sent_count, x.repeat_count, s.kind, s.code, s.message, s.weight, x.reference = any (v_traced) as has_trace,
      debit_in_question(x) is not null as has_question
    from json_to_recordset(p_answers) as s (payout_id uuid, kind text, code text, message text, weight text)
    join payout x on x.id = any (v_ending) and x.id = s.payout_id and x.account_id = p_account and x.state = 'sending'
    where s.kind in ('rejected', 'refused') order by x.id
  loop
    if not d.has_trace and not d.has_question
        and (d.kind = 'rejected' and d.repeat_count = 0 or d.weight = 'never' and d.sent_count = 1) then
      perform bury_payout(d.id, 'failed', jsonb_build_object('answer', d.kind, 'code', d.code, 'message', d.message),
        jsonb_build_object('reason', d.kind, 'code', d.code), p_at);
    elsif d.kind = 'rejected' and d.repeat_count = 0 and not d.has_trace then
      -- An unexplained debit may be this payout. As soon as operators explain the debit as something else, the payout is dead, because the
      -- vendor has said finally that it made no payment.
      update payout set state = 'failed', answered_at = p_at, ended_count = 2, ended_told_at = p_at where id = d.id;
    elsif d.kind = 'rejected' then
      -- A rejected repetition proves nothing about the payment that it repeats.
      update payout set state = 'unknown', answered_at = p_at where id = d.id;
    else
      -- The payer process did not ask the bank. If the payout was requested twice, the first request may have reached the bank.
      update payout set state = case when d.sent_count = 1 then 'ordered' else 'sending' end,
          sent_count = case when d.sent_count = 1 then 0 else d.sent_count end,
          first_sent_at = case when d.sent_count = 1 then null else first_sent_at end,
          next_look_at = p_at + case d.weight when 'not_now' then interval '10 seconds' else interval '5 minutes' end
        where id = d.id;
      if d.code = 'two_minute_rule' then
        -- This refusal concerns only this order. The account can pay all others.
        null;
      elsif d.weight = 'not_now' then
        v_not_now := coalesce(v_not_now, d.code || ': ' || d.message);
      else
        perform ask_about_payout(d.id, 'payout_unknown', 'The payer process refuses this payout: ' || d.message,
          jsonb_build_object('code', d.code, 'message', d.message), p_at);
      end if;
    end if;
  end loop;
  if v_not_now is not null or a.short_of = 'payer' then
    perform note_payouts_short(a, case when v_not_now is not null then 'payer' end, p_at, v_not_now);
  end if;
end $$;

-- Records what was reported about payouts, if it differs from the last report.
create or replace function keep_readings(p_ids uuid[], p_readings json, p_at timestamptz) returns void language plpgsql as $$
begin
  with told as materialized (
    select x.id, s.*, coalesce(s.kind, '') || ' ' || coalesce(s.code, '') as said
    from json_to_recordset(p_readings) as s (payout_id uuid, kind text, code text, amount_minor numeric, session_id text, vendor_id text,
      raw jsonb)
    join payout x on x.id = any (p_ids) and x.id = s.payout_id
    where x.last_said is distinct from coalesce(s.kind, '') || ' ' || coalesce(s.code, '')
  ), kept as (
    insert into payout_reading (id, payout_id, at, kind, code, amount_minor, session_id, vendor_id, raw)
      select afara_uuid(), t.id, p_at, t.kind, t.code, t.amount_minor, t.session_id, t.vendor_id, t.raw from told t
  )
  update payout x set last_said = t.said from told t where x.id = any (p_ids) and x.id = t.id;
end $$;

-- Opens a case about a payout that takes long or that only operators can resolve. Its money stays committed.
create or replace function ask_about_payout(p_payout uuid, p_kind case_kind, p_summary text, p_facts jsonb, p_at timestamptz) returns void
language sql as $$
  select open_case(afara_uuid(), x.mode, p_kind, null, null, r.transaction_id, r.business_id, p_summary,
    jsonb_strip_nulls(jsonb_build_object('payout', 'pay_' || replace(x.id::text, '-', ''), 'reference', x.reference, 'account', a.name,
      'vendor', a.vendor, 'state', x.state, 'sent_at', x.first_sent_at, 'session_id', x.session_id)) || coalesce(p_facts, '{}'), null, p_at,
    p_at + interval '4 hours')
  from payout x join payout_right r on r.id = x.right_id join payout_account a on a.id = x.account_id where x.id = p_payout
$$;

-- Returns the payouts about which the bank must be asked now.
create or replace function list_payouts_out(p_account uuid, p_most integer, p_at timestamptz) returns table (payout_id uuid)
language sql stable security definer set search_path = afara, pg_temp set enable_seqscan = off set enable_hashjoin = off
  set enable_mergejoin = off
set plan_cache_mode = force_generic_plan as $$
  select x.id from payout x where x.account_id = p_account and x.next_look_at <= p_at and x.state <> 'ordered' and x.money_back_at is null
  order by x.next_look_at limit p_most
$$;

-- Handles a verified notification that a bank has news of these references. It moves nothing: the bank is asked at once. Returns how many
-- references are known.
create or replace function wake_payouts(p_references text[]) returns integer
language plpgsql security definer set search_path = afara, pg_temp 
set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off set plan_cache_mode = force_generic_plan as $$
declare
  v_accounts uuid[];
  v_at timestamptz := afara_now();
begin
  with news as (
    select x.id, x.account_id from payout x
    where x.reference = any (p_references) and x.state <> 'ordered' and x.money_back_at is null order by x.id for no key update
  ), woken as (
    update payout x set next_look_at = v_at from news n where x.id = n.id and (x.next_look_at is null or x.next_look_at > v_at)
  )
  select array_agg(n.account_id) into v_accounts from news n;
  perform wake_now('payout-account', u.id, v_at) from (select distinct id from unnest(v_accounts) as u (id)) u order by u.id;
  return coalesce(cardinality(v_accounts), 0);
end $$;
