-- What left for a wallet or a balance was screened or released; what is on hold has a case; what is cleared is on its way.
create or replace function check_cleared_buys(since_xid bigint) returns setof finding language sql stable as $$
  select row(e.transaction_id::text, 'it was cleared, and nobody asked a list')::finding
  from transaction_event e
  where e.type = 'buy' and e.event = 'checks_passed' and e.xid > since_xid and not exists (
    select from screening_result s where s.transaction_id = e.transaction_id and s.xid = e.xid and s.hits = '[]'
      and (s.mode = 'test' or (s.list_version is not null and s.subjects @> '[{"kind": "name"}]')))
  union all
  select row(t.id::text, 'it is ' || t.status || ', and nobody is asked')::finding
  from transaction t
  where t.type = 'buy' and t.status = any (statuses_being_decided()) and not exists (
    select from case_file c where c.transaction_id = t.id and c.state <> 'resolved')
  union all
  select row(t.id::text, 'it is in the balance, and the ledger does not have that')::finding
  from transaction_event v join transaction t on t.id = v.transaction_id
  where v.type = 'buy' and v.event = 'credited_to_balance' and v.xid > since_xid and not exists (
    select from entry e join posting p on p.entry_id = e.id
    where e.transaction_id = v.transaction_id and e.step = 'credited_to_balance' and e.xid = v.xid
      and (p.debit_kind, p.credit_kind, p.credit_owner, p.asset) = ('clearing', 'business', t.business_id::text, 'NGNC')
      and p.amount_minor::text = v.data ->> 'amount_minor')
  union all
  select row(s.id::text, 'it is about no buy and no sell')::finding
  from screening_result s
  where s.xid > since_xid and not exists (
    select from transaction t where t.id = s.transaction_id and t.mode = s.mode and t.type <> 'drill')
$$;

-- What goes back is on its way or asked about until it is paid, is what was given, and is not what a list of sanctions holds; where it goes
-- elsewhere two people decided that, and what they decided was done.
create or replace function check_refunds(since_xid bigint) returns setof finding language sql stable as $$
  select row(t.id::text, format('it is %s, and nobody pays it back or is asked to', t.status))::finding
  from transaction t
  where t.type = 'buy' and t.status = any (statuses_refund_owed()) and not exists (
      select from case_file k where k.transaction_id = t.id and k.kind in ('refund_due', 'cannot_deliver') and k.state <> 'resolved')
    and not (t.status = 'refunding' and coalesce((
      select bool_and(l.state not in ('unknown', 'used_up')) from refund_legs(t.id) l), false))
  union all
  select row(t.id::text, format('it is refunding, %s of %s that it was given goes back', coalesce(r.amount, 0),
    coalesce(a.amount, 0)))::finding
  from transaction t
  left join (select r.transaction_id, sum(r.amount_minor::numeric) as amount from credit_return r group by 1) r on r.transaction_id = t.id
  left join (select s.transaction_id, sum(s.amount_minor::numeric) as amount from standing_allocation s group by 1) a
    on a.transaction_id = t.id
  where t.type = 'buy' and t.status in ('refunding', 'refunded', 'refund_failed') and r.amount is distinct from a.amount
  union all
  select row(k.transaction_id::text, 'a list of sanctions holds it, and it is ' || t.status)::finding
  from case_file k join transaction t on t.id = k.transaction_id
  where k.kind = 'screening_hit' and t.status not in ('payment_received', 'on_hold', 'recalled')
    and not (k.ended is not distinct from 'approved' and k.resolution ->> 'action' = 'release')
  union all
  select row(r.id::text, 'a part of a buy was paid back that is none of its credits, or to another account than was decided')::finding
  from payout_right r
  where r.purpose = 'refund' and r.xid > since_xid and not exists (
    select from (
      select c.id, c.amount_minor, c.bank_code, c.account_number, row_number() over (order by c.id) as place from credit_return c
      where c.transaction_id = r.transaction_id) c
    left join refund_redirect d on d.return_id = c.id and d.number = r.leg / 1000
    where c.place = refund_place(r.leg) and c.amount_minor::numeric = r.amount_minor::numeric and (r.leg < 1000 or d.number is not null)
      and (r.bank_code, r.account_number) = (coalesce(d.bank_code, c.bank_code), coalesce(d.account_number, c.account_number)))
  union all
  select row(t.id::text, 'it is refunded, and a part of it was not paid')::finding
  from transaction t join transaction_event v on v.transaction_id = t.id and v.sequence = t.version
  where t.type = 'buy' and t.status = 'refunded' and v.xid > since_xid and exists (select from refund_legs(t.id) l where l.state <> 'paid')
  union all
  select row(d.case_id::text, 'it goes elsewhere in the name of a case that did not decide it')::finding
  from refund_redirect d
  where d.xid > since_xid and not exists (
    select from case_file c where c.id = d.case_id and c.ended = 'approved' and c.transaction_id = d.transaction_id
      and c.resolution @> jsonb_build_object('action', 'redirect', 'return_id', d.return_id, 'bank_code', d.bank_code,
        'account_number', d.account_number))
  union all
  select row(c.id::text, 'it was decided to redirect, and that was not done')::finding
  from case_file c join case_step s on s.case_id = c.id and s.sequence = c.version
  where c.ended = 'approved' and s.xid > since_xid and c.resolution ->> 'action' = 'redirect' and not exists (
    select from refund_redirect d where d.case_id = c.id and d.xid = s.xid)
$$;

-- What waits for its wallet has not been sent, and what is asked about because of its wallet is not waiting any more for anything else.
create or replace function check_wallets(since_xid bigint) returns setof finding language sql stable as $$
  select row(k.transaction_id::text, 'it is ' || t.status || ', and its wallet cannot receive')::finding
  from wallet_block k join transaction t on t.id = k.transaction_id
  where k.ended_at is null and t.status in ('cleared', 'sending', 'completed')
  union all
  select row(k.transaction_id::text, 'it waits for a wallet, and has none')::finding
  from wallet_block k
  where not exists (
    select from token_destination d join transaction t on t.id = d.transaction_id
    where d.transaction_id = k.transaction_id and d.network is not null and t.mode = k.mode)
$$;

-- What two people topped up is booked, to the unit, and nothing else is called a top-up.
create or replace function check_top_ups(since_xid bigint) returns setof finding language sql stable as $$
  select row(c.id::text, 'it was decided to top a lane up, and the ledger does not have that')::finding
  from case_file c join case_step s on s.case_id = c.id and s.sequence = c.version
  where c.ended = 'approved' and c.resolution ->> 'action' = 'top_up_lane' and s.xid > since_xid
    and (not exists (select from entry e where e.id = c.id and e.step = 'lane_topped_up' and e.mode = c.mode and e.xid = s.xid)
      or exists (
        select p.debit_kind, p.debit_owner, 'capital'::account_kind, p.asset, p.amount from top_up_postings(c.resolution) p
        except select p.debit_kind, p.debit_owner, p.credit_kind, p.asset, p.amount_minor::numeric from posting p where p.entry_id = c.id)
      or (select count(*) from posting p where p.entry_id = c.id) <> (select count(*) from top_up_postings(c.resolution)))
  union all
  select row(e.id::text, 'it is called a top-up, and no two people decided that')::finding
  from entry e
  where e.step = 'lane_topped_up' and e.xid > since_xid and not exists (
    select from case_file c where c.id = e.id and c.ended = 'approved' and c.resolution ->> 'action' = 'top_up_lane')
$$;
