-- Checks that a payout, its right, its transaction and its postings agree, and that a right has at most one payout that is not dead. The
-- vendor must show every payout that was paid more than a day before the vendor's lines were last read.
create or replace function check_payouts(transactions uuid[]) returns setof finding language sql stable as $$
  select row(x.id::text, problem)::finding
  from unnest(transactions) as i (id) join payout_right r on r.transaction_id = i.id join payout x on x.right_id = r.id
  left join transaction t on t.id = r.transaction_id
  left join sell s on s.transaction_id = r.transaction_id
  left join payout_account a on a.id = x.account_id
  left join entry e on e.id = x.entry_id
  left join posting p on p.entry_id = x.entry_id and p.ordinal = 1
  left join posting q on q.entry_id = x.entry_id and q.ordinal = 2
  left join entry f on f.id = x.final_entry_id
  left join entry y on y.reverses = x.entry_id
  left join entry z on z.reverses = x.final_entry_id
  cross join lateral (select case
    when a.id is null or t.id is null then 'it has no account or no transaction'
    when x.mode is distinct from r.mode or x.mode is distinct from a.mode
      or (r.mode, r.business_id, r.reference) is distinct from (t.mode, t.business_id, t.reference::text)
      then 'its mode, business or reference differs from its transaction or its account'
    when x.reference is distinct from payout_reference(r.business_id, r.mode, r.reference, r.purpose, r.leg, x.attempt)
      then 'its reference does not match its attempt'
    when (e.transaction_id, e.mode) is distinct from (r.transaction_id, x.mode)
      or (p.debit_kind, p.debit_owner, p.credit_kind, p.credit_owner, p.asset) is distinct from ('held'::account_kind, t.id::text,
        'committed'::account_kind, t.id::text, case r.purpose when 'payout' then 'NGNC'::asset else 'NGN' end)
      or (q.debit_kind, q.debit_owner, q.credit_kind, q.credit_owner, q.asset,
        q.amount_minor::numeric) is distinct from ('outgoing'::account_kind,
        a.id::text, 'payout_bank'::account_kind, a.id::text, 'NGN'::asset, r.amount_minor::numeric)
      or p.amount_minor::numeric - r.amount_minor::numeric is distinct from case r.purpose when 'payout' then s.fee_minor::numeric
        else 0 end
      then 'its opening entry is missing or differs'
    when (x.money_back_at is not null) is distinct from (y.id is not null)
      then case when x.money_back_at is null then 'neither failed nor returned, but its opening entry was reversed'
        else 'failed or returned, but its opening entry was not reversed' end
    when x.final_entry_id is not null
      and ((f.transaction_id, f.mode, f.step) is distinct from (r.transaction_id, x.mode, 'payout_succeeded'::text)
      or (x.money_back_at is not null) is distinct from (z.id is not null))
      then 'paid, but its final entry, or the reversal of that entry, is wrong'
    when x.money_back_at is not null then null
    when x.final_entry_id is null and t.status <> case r.purpose when 'payout' then 'paying_out' else 'refunding' end
      -- One leg of a refund may be paid while another is not.
      or x.final_entry_id is not null and t.status <> all (case r.purpose when 'payout' then '{completed,recalled}'
        else '{refunding,refunded,refund_failed,recalled}' end::text[])
      then 'it is ' || x.state || ', but its transaction is ' || t.status
    end as problem) c
  where problem is not null
  union all
  select row(r.id::text, count(*) || ' payouts of this right are open or paid, but only one may be')::finding
  from unnest(transactions) as i (id) join payout_right r on r.transaction_id = i.id
  join payout x on x.right_id = r.id and x.money_back_at is null group by r.id having count(*) > 1
  union all
  select row(t.id::text, 'it is ' || t.status || ', but no payout of it is open or paid')::finding
  from unnest(transactions) as i (id) join transaction t on t.id = i.id
  where t.type = 'sell' and t.status in ('paying_out', 'completed') and not exists (
    select from payout_right r join payout x on x.right_id = r.id where r.transaction_id = t.id and r.purpose = 'payout'
      and x.money_back_at is null)
  union all
  select row(x.id::text, 'paid, but the vendor shows no debit')::finding
  from (
    select x.id from unnest(transactions) as i (id) join payout_right r on r.transaction_id = i.id join payout x on x.right_id = r.id
    join payout_account a on a.id = x.account_id
    where x.state = 'succeeded' and x.ended_at < a.lines_whole_at - interval '1 day' and not exists (
      select from payout_line l where l.account_id = x.account_id and l.reference = x.reference and l.direction = 'debit')
    offset 0) x
  -- `offset 0` keeps the planner from evaluating this condition before the ones above, which leave only the few payouts without a debit.
  where not was_explained_as_paid(x.id)
$$;

-- Checks that every payout has a right and the right has a transaction. check_payouts then checks the rest.
create or replace function check_payout_rows(pages int8range) returns setof finding language sql stable as $$
  select row(x.id::text, 'it has no right, or its right has no transaction')::finding
  from payout x left join payout_right r on r.id = x.right_id
  where x.ctid >= first_of_pages(pages) and x.ctid < end_of_pages(pages)
    and not exists (select from transaction t where t.id = r.transaction_id)
$$;

-- Checks that waiting payout orders may be paid, and that every payout account has a wake-up. All rows are read, because payout_order
-- contains only waiting orders and is short.
create or replace function check_payout_orders(since_xid bigint) returns setof finding language sql stable as $$
  select row(w.transaction_id::text, 'queued for payment, but must not be paid; its status is ' || coalesce(t.status, 'unknown'))::finding
  from payout_order w left join transaction t on t.id = w.transaction_id
  where coalesce(t.status <> all (statuses_to_pay_out() || '{refunding}'), true) or t.mode <> w.mode
    or w.purpose = 'payout' and live_payout(w.transaction_id, w.purpose) is not null
    or w.purpose = 'refund' and exists (select from payout_right r join payout x on x.right_id = r.id and x.money_back_at is null
      where r.transaction_id = w.transaction_id and r.purpose = 'refund' and refund_place(r.leg) = refund_place(w.leg))
    or not exists (select from payout_account a where a.id = w.account_id and a.mode = w.mode)
  union all
  select row(a.id::text, 'payout account without a wake-up')::finding
  from payout_account a where a.state <> 'closed'
    and not exists (select from wake w where w.subject_id = a.id and w.type = 'payout-account')
$$;

-- Checks that the naira in flight in the ledger equals the open payouts, by account.
create or replace function check_payouts_outgoing(since_xid bigint) returns setof finding language sql stable as $$
  select row(coalesce(o.owner, b.owner),
    format('payouts of %s are pending, but the ledger has %s in flight', coalesce(o.minor, 0), coalesce(b.minor, 0)))::finding
  from (
    select x.mode, x.account_id::text as owner, sum(r.amount_minor::numeric) as minor from payout x join payout_right r on r.id = x.right_id
    where x.money_back_at is null and x.final_entry_id is null group by 1, 2
  ) o full join (select * from sums_of_kind('outgoing', 'NGN')) b on b.mode = o.mode and b.owner = o.owner
  where coalesce(o.minor, 0) <> coalesce(b.minor, 0)
$$;

-- Checks that the tokens in flight in the ledger equal the open transfers, by network.
create or replace function check_outgoing(since_xid bigint) returns setof finding language sql stable as $$
  select row(coalesce(o.mode, b.mode) || ' ' || coalesce(o.network, b.owner),
    format('transfers of %s are pending, but the ledger has %s in flight', coalesce(o.tokens, 0), coalesce(b.minor, 0)))::finding
  from (
    select f.mode, f.network, sum(r.tokens_minor::numeric) as tokens
    from transfer f join transfer_right r on r.id = f.right_id where f.state in ('reserved', 'signed', 'conflict') group by 1, 2
  ) o full join (select * from sums_of_kind('outgoing', 'NGNC')) b on b.mode = o.mode and b.owner = o.network
  where coalesce(o.tokens, 0) <> coalesce(b.minor, 0)
$$;

-- Checks that the amount that a transaction has committed equals what is in flight for it. A transfer commits the naira of a buy or the
-- tokens of a withdrawal, a payout commits tokens, and a refund commits naira.
create or replace function check_committed(transactions uuid[]) returns setof finding language sql stable as $$
  select row(c.transaction_id::text, case c.asset when 'NGN' then 'its committed naira differs from its pending transfers and refunds'
    else 'its committed tokens differ from its pending payouts and transfers' end)::finding
  from committed_by(transactions) c
  where c.minor <> case c.asset
    when 'NGN' then coalesce((
        select sum(p.amount_minor::numeric) from transfer_right r join transfer f on f.right_id = r.id
        join posting p on p.entry_id = f.entry_id and p.ordinal = 1
        where r.transaction_id = c.transaction_id and f.state in ('reserved', 'signed', 'conflict')), 0) + coalesce((
        select sum(r.amount_minor::numeric) from payout_right r join payout x on x.right_id = r.id
        where r.transaction_id = c.transaction_id and r.purpose = 'refund' and x.money_back_at is null and x.final_entry_id is null), 0)
    else coalesce((
        select sum(p.amount_minor::numeric) from payout_right r join payout x on x.right_id = r.id
        join posting p on p.entry_id = x.entry_id and p.ordinal = 1
        where r.transaction_id = c.transaction_id and r.purpose = 'payout' and x.money_back_at is null and x.final_entry_id is null), 0)
      + coalesce((
        select sum(r.tokens_minor::numeric) from transfer_right r join transfer f on f.right_id = r.id
        where r.transaction_id = c.transaction_id and r.purpose = 'withdrawal' and f.state in ('reserved', 'signed', 'conflict')), 0) end
$$;

-- Checks that the vendor's own ledger agrees with our payouts, and that an unexplained line has a case. A return that operators identified
-- counts for its payout. Fee lines and the entry for their sum are written in one commit, so the lines are found by the xid of the entry.
create or replace function check_payout_lines(since_xid bigint, through_xid bigint) returns setof finding language sql stable as $$
  select row(l.id::text, c.problem)::finding
  from payout_line l
  left join payout x on x.account_id = l.account_id and x.reference = l.reference
  left join payout_right r on r.id = x.right_id
  left join payout_forgotten g on g.account_id = l.account_id and g.reference = l.reference
  cross join lateral (select case
    when l.problem is not null then case when not exists (select from case_file c where c.facts ->> 'subject' = l.id::text)
      then 'unexplained line without a case' end
    when l.kind = 'fee' then case when l.entry_id is null and l.amount_minor::numeric > 0 and not exists (
        select from payout_line o where o.xid = l.xid and o.seen_at = l.seen_at and o.account_id = l.account_id and o.kind = 'fee'
          and o.direction <> l.direction)
      then 'a fee that is not in the ledger' end
    when l.direction = 'debit' and coalesce(r.amount_minor::numeric, g.amount_minor::numeric) is distinct from l.amount_minor::numeric
      then 'a debit that is not a payout, or has another amount than its payout'
    when l.direction = 'credit' and coalesce(r.amount_minor::numeric, g.amount_minor::numeric) is distinct from l.amount_minor::numeric
      and not exists (select from payout_funding f where f.line_id = l.id and f.amount_minor::numeric = l.amount_minor::numeric)
      then 'an unexplained credit'
    end as problem) c
  where l.xid > since_xid and l.xid <= through_xid and c.problem is not null
  union all
  select row(x.id::text, format('the vendor shows %s as debited for this payout of %s, which is %s', n.net, r.amount_minor,
    case when x.money_back_at is null then x.state else 'failed or returned' end))::finding
  from (
    select distinct l.account_id, l.reference from payout_line l
    where l.xid > since_xid and l.xid <= through_xid and l.reference is not null) i
  join payout x on x.reference = i.reference and x.account_id = i.account_id
  join payout_right r on r.id = x.right_id
  cross join lateral (
    select sum(case l.direction when 'debit' then l.amount_minor::numeric else -l.amount_minor::numeric end) as net
    from payout_line l where l.account_id = x.account_id and l.reference = x.reference and l.kind <> 'fee' and l.problem is null
      and l.entry_id is null) n
  where (n.net > r.amount_minor::numeric or x.money_back_at is not null and n.net <> 0)
    and not exists (select from payout_line_answer w where w.payout_id = x.id)
  union all
  select row(e.id::text, 'the fees in the ledger differ from the vendor''s lines')::finding
  from entry e join posting p on p.entry_id = e.id
  where e.step = 'payout_fees' and e.xid > since_xid and e.xid <= through_xid and p.amount_minor::numeric is distinct from (
    select abs(sum(case l.direction when 'debit' then l.amount_minor::numeric else -l.amount_minor::numeric end)) from payout_line l
      where l.xid = e.xid and l.entry_id = e.id)
$$;

-- Checks that two operators decided every write-off of a lost payout, and that it is booked to the kobo.
create or replace function check_payout_write_offs(since_xid bigint, through_xid bigint) returns setof finding language sql stable as $$
  select row(c.id::text, 'the payout write-off was approved, but not carried out')::finding
  from case_step s join case_file c on c.id = s.case_id and c.version = s.sequence
  where c.ended = 'approved' and c.resolution ->> 'action' = 'write_off_payout' and s.xid > since_xid
    and s.xid <= through_xid and not exists (
    select from payout_written_off w where w.case_id = c.id and w.reference = c.resolution ->> 'reference'
      and (w.entry_id is not null) = (c.resolution ->> 'bears' <> 'nobody'))
  union all
  select row(e.id::text, 'the entry of the payout write-off differs from the approved decision')::finding
  from entry e left join case_file c on c.id = e.id and c.ended = 'approved' and c.resolution ->> 'action' = 'write_off_payout'
  where e.step = 'payout_written_off' and e.xid > since_xid and e.xid <= through_xid and (c.id is null or c.mode <> e.mode
    or exists (
      select * from payout_write_off_postings(c.resolution)
      except select p.debit_kind, p.debit_owner, p.credit_kind, p.credit_owner, p.asset, p.amount_minor::numeric from posting p
        where p.entry_id = e.id)
    or (select count(*) from posting p where p.entry_id = e.id) <> (select count(*) from payout_write_off_postings(c.resolution)))
$$;

-- Checks that two operators decided every write-off, and that it is reversed if, and only if, its payout is recorded again. There are few
-- write-offs, so all rows are read.
create or replace function check_written_off_payouts(since_xid bigint) returns setof finding language sql stable as $$
  select row(w.reference,
    'written off without an approved case; or reversed although its payout is not recorded again, or not reversed although it is')::finding
  from payout_written_off w
  where not exists (select from case_file c where c.id = w.case_id and c.ended = 'approved'
      and c.resolution ->> 'action' = 'write_off_payout')
    or w.entry_id is not null and exists (select from payout x where x.reference = w.reference and x.account_id = w.account_id)
      <> exists (select from entry e where e.reverses = w.entry_id)
$$;
