-- Checks that the steps of a case are numbered without a gap and end in the state of the case. An approved case must have an approval of
-- another operator than its proposer, in test mode or under a standing decision perhaps of the same one, and an audit entry with both in
-- the same commit.
create or replace function check_cases(since_xid bigint, through_xid bigint) returns setof finding language sql stable as $$
  with touched as (
    select distinct s.case_id from case_step s where s.xid > since_xid and s.xid <= through_xid
  ), walk as (
    select s.case_id, count(*) as steps, min(s.sequence) as first, max(s.sequence) as last, max(s.xid) as last_xid,
      (array_agg(s.action order by s.sequence))[1] as first_action,
      (array_agg(s.action order by s.sequence desc))[1] as last_action,
      (array_agg(s.operator_id order by s.sequence desc))[1] as last_operator,
      (array_agg(s.resolution order by s.sequence desc))[1] as last_resolution,
      (array_agg(s.operator_id order by s.sequence desc) filter (where s.action = 'proposed'))[1] as proposer,
      (array_agg(s.resolution order by s.sequence desc) filter (where s.action = 'proposed'))[1] as proposed
    from touched x join case_step s on s.case_id = x.case_id group by s.case_id
  )
  select row(w.case_id::text, problem)::finding
  from walk w left join case_file c on c.id = w.case_id
  cross join lateral (select case
    when c.id is null then 'its steps exist, but the case does not'
    when w.first <> 1 or w.last <> w.steps or w.last <> c.version or w.first_action <> 'opened'
      then 'its steps have a gap, do not start with "opened", or do not end at its version'
    when c.state <> 'resolved' then case
      when w.last_action in ('approved', 'dismissed', 'closed_itself') then 'its last step resolves it, but its state is not resolved'
      when c.state = 'awaiting_approval' and (w.proposer is distinct from c.proposed_by or w.proposed is distinct from c.resolution)
        then 'the operator or the decision in its row differs from its last proposal' end
    when w.last_action <> case c.ended when 'itself' then 'closed_itself' else c.ended end
      or w.last_resolution is distinct from c.resolution then 'resolved, but its last step has another action or decision'
    when c.ended = 'approved' and (w.proposer is null
      or w.proposer = w.last_operator and c.mode <> 'test' and c.resolution ->> 'standing' is null
      or w.proposer <> c.proposed_by or w.last_operator <> c.approved_by or w.proposed is distinct from c.resolution)
        then 'resolved without the approval of two operators'
    when c.ended = 'approved' and not exists (
      select from audit a where a.xid = w.last_xid and a.action = 'case.resolved'
        and a.subject = 'cas_' || replace(c.id::text, '-', '') and a.actor = c.proposed_by::text
        and a.approved_by is not distinct from nullif(c.approved_by, c.proposed_by)::text) then 'resolved without an audit entry'
    end as problem) p
  where problem is not null
$$;

-- Checks that every case has an opening step.
create or replace function check_case_rows(pages int8range) returns setof finding language sql stable as $$
  select row(c.id::text, 'it has no opening step')::finding
  from case_file c
  where c.ctid >= first_of_pages(pages) and c.ctid < end_of_pages(pages) and not exists (
    select from case_step s where s.case_id = c.id and s.sequence = 1)
$$;

-- Checks that operators' decisions were carried out, to the kobo, that nothing was allocated in their name that they did not decide, and
-- that standing decisions cover what rests on them. check_returns covers decisions about tokens and payout lines.
create or replace function check_decisions(since_xid bigint, through_xid bigint) returns setof finding language sql stable as $$
  select row(c.id::text, 'the decision ' || (c.resolution ->> 'action') || ' was approved, but not carried out')::finding
  from case_step s join case_file c on c.id = s.case_id and c.version = s.sequence left join transaction t on t.id = c.transaction_id
  where c.ended = 'approved' and s.xid > since_xid and s.xid <= through_xid and not case c.resolution ->> 'action'
    when 'allocate' then exists (
      select from allocation a where a.decided_by = c.id::text and a.line_id = c.line_id and a.xid = s.xid
        and a.transaction_id::text = c.resolution ->> 'transaction_id' and a.amount_minor::text = c.resolution ->> 'amount_minor')
    when 'return' then exists (
      select from credit_return r where r.case_id = c.id and r.line_id = c.line_id and r.transaction_id is null and r.xid = s.xid
        and r.amount_minor::text = c.resolution ->> 'amount_minor'
        and r.account_number = c.resolution -> 'destination' ->> 'account_number')
    when 'accept_short' then exists (
      select from transaction_event v where v.transaction_id = c.transaction_id and v.event = 'short_accepted' and v.xid = s.xid)
    when 'confirm_import' then not exists (select from credit_fund f where f.blocked_by = c.id)
    when 'charge' then exists (select from entry e where e.id = c.id and e.xid = s.xid)
    when 'took_back' then exists (
      select from credit_take_back b where c.line_id in (b.debit_line_id, b.credit_line_id) and b.xid = s.xid)
    when 'release' then exists (
      select from transaction_event v where v.transaction_id = c.transaction_id and v.event = 'released' and v.xid = s.xid)
      or exists (
        select from case_file k where k.transaction_id = c.transaction_id and k.id <> c.id
          and k.kind in ('screening_hit', 'over_limit', 'cannot_deliver', 'recall') and k.opened_at <= c.resolved_at
          and (k.resolved_at is null or k.resolved_at >= c.resolved_at))
      -- It was not on hold: only the return to its payer waited.
      or c.kind = 'screening_hit' and not exists (
        select from transaction_event v where v.transaction_id = c.transaction_id and v.to_status = 'on_hold')
    when 'freeze_and_report' then t.status = any (statuses_a_list_holds() || '{recalled}') or not is_frozen_by_sanctions(t.id)
    when 'go_live' then exists (
      select from business_mode m where m.business_id = c.business_id and m.mode = c.mode and m.status <> 'pending')
      or exists (
        select from audit a where a.subject = 'biz_' || replace(c.business_id::text, '-', '') and a.at >= c.resolved_at
          and a.action = 'business.returned_to_pending')
    when 'open_collection_account' then exists (select from vendor_account v where v.id::text = c.resolution ->> 'account_id')
    when 'open_payout_account' then exists (select from payout_account a where a.id::text = c.resolution ->> 'account_id')
    when 'open_lane' then exists (select from lane l where l.id::text = c.resolution ->> 'lane_id')
    when 'set_rate' then exists (select from operator_rate r where r.id = c.id and r.xid = s.xid)
    when 'lift_freeze' then exists (
      select from freeze_order f where f.id::text = c.resolution ->> 'freeze_id' and f.lifted_by = c.proposed_by::text)
    else case
      when c.resolution ->> 'action' in ('return_all', 'reject') and t.type = 'sell' then exists (
        select from transaction_event v where v.transaction_id = c.transaction_id and v.xid = s.xid
          and v.event in ('return_chosen', 'rejected'))
      when c.resolution ->> 'action' in ('return_part', 'return_all', 'reject') then (
        select count(*) from credit_return r where r.case_id = c.id and r.transaction_id = c.transaction_id and r.xid = s.xid
      ) = jsonb_array_length(c.resolution -> 'returns')
      -- A decided transfer needs the event of its outcome. A decided payout needs recorded evidence.
      when c.resolution ->> 'action' in ('was_paid', 'not_paid') then exists (
        select from transaction_event v where v.transaction_id = c.transaction_id and v.xid = s.xid
          and v.event = case c.resolution ->> 'action' when 'was_paid' then 'transfer_final' else 'transfer_dead' end)
        or exists (
          select from payout_right r join payout x on x.right_id = r.id join payout_reading g on g.payout_id = x.id
          where r.transaction_id = c.transaction_id and g.kind = 'evidence' and g.code = c.resolution ->> 'action' and g.xid = s.xid)
      when c.resolution ->> 'action' in ('accept_late', 'fix') then exists (
        select from transaction_event v where v.transaction_id = c.transaction_id and v.event = 'fixed' and v.xid = s.xid)
      when c.resolution ->> 'action' = 'redirect' then exists (select from refund_redirect d where d.case_id = c.id and d.xid = s.xid)
      else true end end
  union all
  select row(c.id::text, 'its standing decision does not cover it, or more was decided under it than its total')::finding
  from case_step s join case_file c on c.id = s.case_id and c.version = s.sequence
  left join standing_decision d on d.id = (c.resolution ->> 'standing')::uuid
  where c.ended = 'approved' and c.resolution ->> 'standing' is not null and s.xid > since_xid and s.xid <= through_xid
    and (d.mode = c.mode and d.kind = c.resolution ->> 'action' and d.ground = c.kind::text and c.resolved_at < d.expires_at
      and (c.resolution ->> 'amount_minor')::numeric <= d.cap_minor and d.used_minor <= d.total_minor
      and (d.business_id is null or d.business_id = coalesce(c.business_id, (
        select t.business_id from transaction t where t.id = c.transaction_id)))) is not true
  union all
  select row(a.id::text, 'the allocation names a case that did not approve it')::finding
  from allocation a
  where a.decided_by <> 'matching' and a.xid > since_xid and a.xid <= through_xid and not exists (
    select from case_file c
    where c.id = case when pg_input_is_valid(a.decided_by, 'uuid') then a.decided_by::uuid end and c.ended = 'approved'
      and c.line_id = a.line_id
      and c.resolution @> jsonb_build_object('action', 'allocate', 'transaction_id', a.transaction_id, 'amount_minor',
        a.amount_minor::text))
$$;

-- Checks that operators or the business decided every return of a credit, or that it goes to the account in the bank's own record.
create or replace function check_returned_credits(since_xid bigint) returns setof finding language sql stable as $$
  select row(r.id::text, 'the return names a case that did not approve it')::finding
  from credit_return r
  where r.xid > since_xid and r.case_id is not null and not exists (
    select from case_file c where c.id = r.case_id and c.ended = 'approved'
      and c.resolution ->> 'action' in ('return', 'return_part', 'return_all', 'reject'))
    and not exists (
      select from business_case_end e where e.transaction_id = r.transaction_id and e.choice = 'return' and e.xid = r.xid)
  union all
  select row(r.id::text, 'nobody decided the return, and neither the bank''s record nor its payer names its account')::finding
  from credit_return r cross join lateral payer_of_line(r.line_id) k
  where r.xid > since_xid and r.case_id is null
    and (k.payer_account_number, k.payer_bank_code) is distinct from (r.account_number, r.bank_code)
    and not (k.payer_account_number is null and exists (
      select from return_account n where n.line_id = r.line_id and (n.account_number, n.bank_code) = (r.account_number, r.bank_code)))
$$;

-- Checks that what a business decided was carried out in the same commit and told in its feed, as the events of its batches are, and that
-- every open question is about a transaction that still waits.
create or replace function check_business_cases(since_xid bigint, through_xid bigint) returns setof finding language sql stable as $$
  select row(e.case_id::text, 'the business chose ' || e.choice || ', but it was not carried out')::finding
  from business_case_end e left join transaction_event v on v.transaction_id = e.transaction_id and v.sequence = e.sequence
  where e.xid > since_xid and e.xid <= through_xid and e.outcome = 'decided' and (v.xid = e.xid and case e.choice
    when 'return' then v.event = 'return_chosen'
    when 'accept' then v.event in ('short_accepted', 'fixed')
    else v.event = 'fixed' end and case when e.choice in ('beneficiary', 'confirm_name') then exists (
      select from sell_payee y where y.transaction_id = e.transaction_id and y.case_id = e.case_id and y.xid = e.xid
        and (y.bank_code, y.account_number, y.account_name) = (e.bank_code, e.account_number, e.account_name)) else true end) is not true
  union all
  select row(k.id::text, 'its transaction waits no more, but the case is open')::finding
  from business_case k join transaction t on t.id = k.transaction_id
  where k.xid > since_xid and k.xid <= through_xid and not exists (select from business_case_end e where e.case_id = k.id)
    and not exists (select from business_questions() q where q.type = t.type and q.status = t.status and q.code = k.code)
  union all
  select row(k.id::text, 'its event has no position')::finding
  from (
    select id, event_id, xid from business_case where xid > since_xid and xid <= through_xid
    union all
    select case_id, event_id, xid from business_case_end where xid > since_xid and xid <= through_xid and outcome = 'decided'
    union all
    select batch_id, event_id, xid from batch_event where xid > since_xid and xid <= through_xid) k
  where k.xid <= (select last_xid from sequencer) and not exists (select from event_position p where p.event_id = k.event_id)
$$;

-- Checks that two operators lifted every freeze that is lifted.
create or replace function check_freezes(since_xid bigint) returns setof finding language sql stable as $$
  select row(f.id::text, 'lifted without the approval of two operators')::finding
  from freeze_order f
  where f.lifted_at is not null and not exists (
    select from case_file k where k.ended = 'approved' and k.resolution ->> 'action' = 'lift_freeze'
      and k.resolution ->> 'freeze_id' = f.id::text and k.proposed_by::text = f.lifted_by)
$$;

-- Checks that decisions about returned tokens and unexplained lines were carried out, and that tokens sent to a wallet have a withdrawal.
create or replace function check_returns(since_xid bigint, through_xid bigint) returns setof finding language sql stable as $$
  select row(c.id::text, 'the decision ' || (c.resolution ->> 'action') || ' was approved, but not carried out')::finding
  from case_step s join case_file c on c.id = s.case_id and c.version = s.sequence
  where c.ended = 'approved' and s.xid > since_xid and s.xid <= through_xid
    and c.resolution ->> 'action' in ('to_balance', 'return_to_wallet', 'explain')
    and not case c.kind
      when 'refund_choice' then exists (
        select from transaction_event v where v.transaction_id = c.transaction_id and v.event = 'refund_paid' and v.xid = s.xid
          and v.data ->> 'to' = case c.resolution ->> 'action' when 'to_balance' then 'balance' else 'wallet' end)
      when 'payout_unexplained' then exists (
        select from payout_line_answer n where n.case_id = c.id and n.line_id::text = c.facts ->> 'subject' and n.xid = s.xid
          and n.explained_as = c.resolution ->> 'as')
      else (
        select count(*) from deposit_answer a where a.case_id = c.id and a.xid = s.xid
          and (a.withdrawal_id is not null) = (c.resolution ->> 'action' = 'return_to_wallet')
      ) = jsonb_array_length(c.resolution -> 'deposits') end
  union all
  select row(v.transaction_id::text, 'its tokens were returned to a wallet, but no withdrawal matches')::finding
  from transaction_event v
  where v.type = 'sell' and v.event = 'refund_paid' and v.data ->> 'to' = 'wallet' and v.xid > since_xid and v.xid <= through_xid
    and not exists (
    select from transaction w join entry e on e.transaction_id = v.transaction_id and e.step = 'returned_to_wallet' and e.xid = v.xid
    join posting p on p.entry_id = e.id
    where w.id = case when pg_input_is_valid(substr(v.data ->> 'withdrawal', 5), 'uuid') then substr(v.data ->> 'withdrawal', 5)::uuid end
      and w.type::text = 'withdrawal' and w.business_id = v.business_id
      and (p.debit_kind, p.debit_owner, p.credit_kind, p.credit_owner) = ('held', v.transaction_id::text, 'business', v.business_id::text)
      and v.data ->> 'amount_minor' = all (array[w.amount_minor::text, p.amount_minor::text]))
$$;

-- Checks that every row of deposit_answer, payout_line_answer and payout_line_disowned has an approved decision and is booked as decided,
-- and that tokens without an owner have an open case.
create or replace function check_answers(since_xid bigint) returns setof finding language sql stable as $$
  select row(a.deposit_id::text, problem)::finding
  from deposit_answer a left join deposit d on d.id = a.deposit_id left join transaction t on t.id = d.transaction_id
  left join transaction w on w.id = a.withdrawal_id left join entry e on e.id = a.entry_id left join posting p on p.entry_id = a.entry_id
  left join case_file c on c.id = a.case_id and c.ended = 'approved' and c.transaction_id = d.transaction_id
  cross join lateral (select case
    when c.id is null then 'its tokens were returned without an approved decision'
    when a.amount_minor::numeric is distinct from d.minor::numeric - d.held_minor::numeric
      then 'the returned amount differs from the part of the deposit that is not held for its sell'
    when (e.mode, e.transaction_id, e.step, p.debit_kind, p.credit_kind, p.credit_owner, p.asset, p.amount_minor::numeric) is distinct from
      (d.mode, d.transaction_id, 'suspense_to_balance'::text, 'suspense'::account_kind, 'business'::account_kind, t.business_id::text,
        'NGNC'::asset, a.amount_minor::numeric) then 'the entry of the returned tokens is missing or differs'
    when a.withdrawal_id is not null and (w.type::text, w.business_id, w.mode, w.amount_minor::numeric) is distinct from
      ('withdrawal', t.business_id, a.mode, a.amount_minor::numeric)
        then 'its withdrawal is missing, or has another business, mode or amount'
    end as problem) k
  where a.xid > since_xid and problem is not null
  union all
  select row(s.id::text, 'its tokens are in suspense without an open case')::finding
  from deposit_in_suspense s where not exists (
    select from case_file c where c.transaction_id = s.transaction_id and c.kind = s.kind and c.state <> 'resolved')
  union all
  select row(n.line_id::text, k.problem)::finding
  from payout_line_answer n left join payout_line l on l.id = n.line_id
  left join case_file c on c.id = n.case_id and c.ended = 'approved'
  cross join lateral (select case
    when l.id is null or c.id is null then 'the line was explained without an approved decision'
    when n.entry_id is not null and not exists (
      select from entry e where e.id = n.entry_id and e.mode = n.mode and e.step = 'payout_line_explained')
      then 'the line was explained, but its entry is missing in the ledger'
    when n.explained_as = 'return' and not exists (select from payout x where x.id = n.payout_id and x.account_id = l.account_id
      and x.money_back_at is not null)
      then 'the line was explained as the return of a payout that is not recorded as returned'
    when n.explained_as = 'payout' and not exists (select from payout x where x.id = n.payout_id and x.account_id = l.account_id
      and x.final_entry_id is not null)
      then 'the line was explained as a payout that is not recorded as paid'
    end as problem) k
  where n.xid > since_xid and k.problem is not null
  union all
  select row(n.line_id::text, 'the line is recorded as not a return, but the approved decision or its entry is missing')::finding
  from payout_line_disowned n left join payout_line l on l.id = n.line_id
  where n.xid > since_xid and not (
    exists (select from case_file c where c.id = n.case_id and c.ended = 'approved' and c.resolution ->> 'action' = 'was_paid')
    and exists (
      select from entry e join posting p on p.entry_id = e.id
      where e.id = n.entry_id and (p.debit_kind, p.debit_owner, p.credit_kind, p.amount_minor::numeric)
        = ('payout_bank', l.account_id::text, 'suspense', l.amount_minor::numeric)))
$$;
