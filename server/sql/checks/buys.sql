-- Checks that cleared buys were screened, and that buys credited to a balance are in the ledger.
create or replace function check_cleared_buys(since_xid bigint, through_xid bigint) returns setof finding language sql stable as $$
  select row(e.transaction_id::text, 'cleared without sanctions screening')::finding
  from transaction_event e
  where e.type = 'buy' and e.event = 'checks_passed' and e.xid > since_xid and e.xid <= through_xid and not exists (
    select from screening_result s where s.transaction_id = e.transaction_id and s.xid = e.xid and s.hits = '[]'
      and (s.mode = 'test' or (s.list_version is not null and s.subjects @> '[{"kind": "name"}]')))
  union all
  select row(t.id::text, 'credited to the balance, but not in the ledger')::finding
  from transaction_event v join transaction t on t.id = v.transaction_id
  where v.type = 'buy' and v.event = 'credited_to_balance' and v.xid > since_xid and v.xid <= through_xid and not exists (
    select from entry e join posting p on p.entry_id = e.id
    where e.transaction_id = v.transaction_id and e.step = 'credited_to_balance' and e.xid = v.xid
      and (p.debit_kind, p.credit_kind, p.credit_owner, p.asset) = ('clearing', 'business', t.business_id::text, 'NGNC')
      and p.amount_minor::text = v.data ->> 'amount_minor')
$$;

-- Checks that every transaction that waits for a decision has an open case. Also checks that every screening result has the mode of its
-- transaction, and that this transaction is not a drill.
create or replace function check_being_decided(transactions uuid[]) returns setof finding language sql stable as $$
  select row(t.id::text, 'it is ' || t.status || ', but has no open case')::finding
  from unnest(transactions) as x (id) join transaction t on t.id = x.id
  where (t.type in ('buy', 'sell') and t.status = any (statuses_being_decided()) or t.type = 'withdrawal' and t.status = 'on_hold')
    and not is_frozen_by_sanctions(t.id)
    and not exists (select from case_file c where c.transaction_id = t.id and c.state <> 'resolved')
  union all
  select row(s.id::text, 'it has another mode than its transaction, or its transaction is a drill')::finding
  from unnest(transactions) as x (id) join transaction t on t.id = x.id join screening_result s on s.transaction_id = x.id
  where t.mode <> s.mode or t.type = 'drill'
$$;

-- Checks that a refund is in progress or has an open case until it is paid, and that it equals what was allocated. Also checks that nothing
-- held by a sanctions list is refunded, and that two operators decided every redirect.
create or replace function check_refunds(transactions uuid[]) returns setof finding language sql stable as $$
  select row(t.id::text, format('status %s without a refund or an open case', t.status))::finding
  from unnest(transactions) as x (id) join transaction t on t.id = x.id
  where t.type in ('buy', 'return') and t.status = any (statuses_refund_owed()) and not exists (
      select from case_file k where k.transaction_id = t.id and k.kind in ('refund_due', 'cannot_deliver') and k.state <> 'resolved')
    and not (t.status = 'refunding' and coalesce((
      select bool_and(l.state not in ('unknown', 'used_up')) from refund_legs(t.id) l), false))
  union all
  select row(t.id::text, format('status %s: refunds of %s kobo, but allocations of %s kobo', t.status, coalesce(r.amount, 0),
    coalesce(a.amount, 0)))::finding
  from unnest(transactions) as x (id) join transaction t on t.id = x.id
  cross join lateral (select sum(r.amount_minor::numeric) as amount from credit_return r where r.transaction_id = t.id) r
  cross join lateral (select sum(s.amount_minor::numeric) as amount from standing_allocation s where s.transaction_id = t.id) a
  where t.type = 'buy' and t.status in ('refunding', 'refunded', 'refund_failed') and r.amount is distinct from a.amount
  union all
  select row(t.id::text, 'held by a sanctions match, but has status ' || t.status)::finding
  from unnest(transactions) as x (id) join transaction t on t.id = x.id
  where t.status <> all (statuses_a_list_holds() || '{payment_received,recalled}') and is_held_by_sanctions(t.id)
  union all
  select row(t.id::text, 'refunded, but part of it was not paid')::finding
  from unnest(transactions) as x (id) join transaction t on t.id = x.id
  where t.type in ('buy', 'return') and t.status = 'refunded' and exists (select from refund_legs(t.id) l where l.state <> 'paid')
  union all
  select row(t.id::text, 'the return differs from what was decided, or is missing in the ledger')::finding
  from unnest(transactions) as x (id) join transaction t on t.id = x.id left join credit_return r on r.id = t.id
  left join entry e on e.id = t.id and e.transaction_id = t.id and e.step = 'return_decided' left join posting p on p.entry_id = e.id
  where t.type = 'return' and ((r.mode, r.amount_minor::numeric, r.transaction_id) is distinct from
      (t.mode, t.amount_minor::numeric, null::uuid)
    or (p.debit_kind, p.credit_kind, p.credit_owner, p.asset, p.amount_minor::numeric) is distinct from
      ('suspense'::account_kind, 'held'::account_kind, t.id::text, 'NGN'::asset, t.amount_minor::numeric))
  union all
  select row(d.case_id::text, 'a refund was redirected by this case, but the case did not approve that redirect')::finding
  from unnest(transactions) as x (id) join refund_redirect d on d.transaction_id = x.id
  where not exists (
    select from case_file c where c.id = d.case_id and c.ended = 'approved' and c.transaction_id = d.transaction_id
      and c.resolution @> jsonb_build_object('action', 'redirect', 'return_id', d.return_id, 'bank_code', d.bank_code,
        'account_number', d.account_number))
$$;

-- Checks that every refund payout is a part of its buy and goes to the decided account, and that every decided redirect was carried out.
create or replace function check_refund_rights(since_xid bigint, through_xid bigint) returns setof finding language sql stable as $$
  select row(r.id::text, 'the refund is for a credit that is not part of the buy, or its amount or account is not the decided one')::finding
  from payout_right r
  where r.purpose = 'refund' and r.xid > since_xid and r.xid <= through_xid and not exists (
    select from (
      select c.id, c.amount_minor, c.bank_code, c.account_number, row_number() over (order by c.id) as place from credit_return c
      where c.transaction_id = r.transaction_id or c.id = r.transaction_id and c.transaction_id is null) c
    left join refund_redirect d on d.return_id = c.id and d.number = r.leg / 1000
    where c.place = refund_place(r.leg) and c.amount_minor::numeric = r.amount_minor::numeric and (r.leg < 1000 or d.number is not null)
      and ((r.bank_code, r.account_number) = (coalesce(d.bank_code, c.bank_code), coalesce(d.account_number, c.account_number))
        -- Before a restore, the payer process paid this refund to the account that was decided at that time.
        or exists (select from payout_forgotten f where (f.bank_code, f.account_number) = (r.bank_code, r.account_number)
          and f.right_key = payout_right_key(r.business_id, r.mode, r.reference, r.purpose, r.leg))))
  union all
  select row(c.id::text, 'the redirect was approved, but not carried out')::finding
  from case_step s join case_file c on c.id = s.case_id and c.version = s.sequence
  where s.xid > since_xid and s.xid <= through_xid and c.ended = 'approved' and c.resolution ->> 'action' = 'redirect' and not exists (
    select from refund_redirect d where d.case_id = c.id and d.xid = s.xid)
$$;

-- Checks that two operators decided every manual payment, that it is booked, that the payer process does not pay it too, and that every
-- decided manual payment is recorded. Also checks that operators decided every redirect, and that every decided redirect was carried out.
create or replace function check_hand_payments(since_xid bigint) returns setof finding language sql stable as $$
  select row(h.id::text, k.problem)::finding
  from hand_payment h join credit_return r on r.id = h.return_id left join bank_line d on d.id = h.debit_line_id
  cross join lateral (select case
    when not exists (select from case_file c where c.id = h.id and c.ended = 'approved'
      and c.resolution @> jsonb_build_object('action', 'pay_by_hand', 'return_id', h.return_id, 'account_id', h.vendor_account_id))
      then 'paid manually without the approval of two operators'
    when h.amount_minor <> r.amount_minor or d.id is not null and ((d.vendor_account_id, d.settled_minor::numeric, d.direction)
      is distinct from (h.vendor_account_id, h.amount_minor::numeric, 'debit'::line_direction) or not exists (
        select from entry e join posting p on p.entry_id = e.id where e.id = h.entry_id and e.step = 'paid_by_hand'
          and (p.debit_kind, p.debit_owner, p.credit_kind, p.amount_minor::numeric)
            = ('held', coalesce(r.transaction_id, r.id)::text, 'suspense', h.amount_minor::numeric)))
      then 'the amount, the debit or the entry differs from the approved manual payment'
    when h.cancelled_at is null and exists (
      select from refund_legs(coalesce(r.transaction_id, r.id)) g join payout_right w
        on w.transaction_id = coalesce(r.transaction_id, r.id) and w.purpose = 'refund' and refund_place(w.leg) = refund_place(g.leg)
      join payout x on x.right_id = w.id and x.money_back_at is null where g.return_id = r.id)
      then 'paid both manually and by the payer process' end as problem) k
  where k.problem is not null
  union all
  select row(c.id::text, 'the manual payment was approved, but not recorded')::finding
  from case_file c join case_step s on s.case_id = c.id and s.sequence = c.version
  where c.ended = 'approved' and s.xid > since_xid and c.resolution ->> 'action' = 'pay_by_hand'
    and not exists (select from hand_payment h where h.id = c.id)
  union all
  select row(d.case_id::text, 'a refund was redirected by this case, but the case did not approve that redirect')::finding
  from refund_redirect d
  where d.xid > since_xid and not exists (
    select from case_file c where c.id = d.case_id and c.ended = 'approved' and c.transaction_id = d.transaction_id
      and c.resolution @> jsonb_build_object('action', 'redirect', 'return_id', d.return_id, 'bank_code', d.bank_code,
        'account_number', d.account_number))
  union all
  select row(c.id::text, 'the redirect was approved, but not carried out')::finding
  from case_file c join case_step s on s.case_id = c.id and s.sequence = c.version
  where c.ended = 'approved' and s.xid > since_xid and c.resolution ->> 'action' = 'redirect' and not exists (
    select from refund_redirect d where d.case_id = c.id and d.xid = s.xid)
$$;

-- Checks that a transaction whose wallet cannot receive is not sent, and that it names a wallet.
create or replace function check_wallets(transactions uuid[]) returns setof finding language sql stable as $$
  select row(k.transaction_id::text, case when k.ended_at is null and t.status in ('cleared', 'sending', 'completed')
    then 'it is ' || t.status || ', but its wallet cannot receive'
    else 'its row in wallet_block has another mode, or it has no wallet' end)::finding
  from unnest(transactions) as x (id) join transaction t on t.id = x.id join wallet_block k on k.transaction_id = x.id
  where k.ended_at is null and t.status in ('cleared', 'sending', 'completed') or t.mode <> k.mode or not exists (
    select from token_destination d where d.transaction_id = k.transaction_id and d.network is not null)
$$;

-- Checks that every top-up that two operators decided is booked exactly, and that no other entry is called a top-up.
create or replace function check_top_ups(since_xid bigint, through_xid bigint) returns setof finding language sql stable as $$
  select row(c.id::text, 'the lane top-up was approved, but its entry is missing or differs')::finding
  from case_step s join case_file c on c.id = s.case_id and c.version = s.sequence
  where s.xid > since_xid and s.xid <= through_xid and c.ended = 'approved' and c.resolution ->> 'action' = 'top_up_lane'
    and (not exists (select from entry e where e.id = c.id and e.step = 'lane_topped_up' and e.mode = c.mode and e.xid = s.xid)
      or exists (
        select p.debit_kind, p.debit_owner, 'capital'::account_kind, p.asset, p.amount from top_up_postings(c.resolution) p
        except select p.debit_kind, p.debit_owner, p.credit_kind, p.asset, p.amount_minor::numeric from posting p where p.entry_id = c.id)
      or (select count(*) from posting p where p.entry_id = c.id) <> (select count(*) from top_up_postings(c.resolution)))
  union all
  select row(e.id::text, 'lane top-up without the approval of two operators')::finding
  from entry e
  where e.step = 'lane_topped_up' and e.xid > since_xid and e.xid <= through_xid and not exists (
    select from case_file c where c.id = e.id and c.ended = 'approved' and c.resolution ->> 'action' = 'top_up_lane')
$$;
