-- A payout, its right, its transaction and its postings say the same, and a right has one payout that is not dead.
create or replace function check_payouts(since_xid bigint) returns setof finding language sql stable as $$
  select row(x.id::text, problem)::finding
  from payout x
  left join payout_right r on r.id = x.right_id
  left join transaction t on t.id = r.transaction_id
  left join sell s on s.transaction_id = r.transaction_id
  left join payout_account a on a.id = x.account_id
  left join entry e on e.id = x.entry_id
  left join posting p on p.entry_id = x.entry_id and p.ordinal = 1
  left join posting q on q.entry_id = x.entry_id and q.ordinal = 2
  left join entry f on f.id = x.final_entry_id
  cross join lateral (select case
    when r.id is null or a.id is null or t.id is null then 'it has no right, no account or no transaction'
    when x.mode is distinct from r.mode or x.mode is distinct from a.mode
      or (r.mode, r.business_id, r.reference) is distinct from (t.mode, t.business_id, t.reference::text)
      then 'it is not for its transaction, or not of its account'
    when x.reference is distinct from payout_reference(r.business_id, r.mode, r.reference, r.purpose, r.leg, x.attempt)
      then 'its reference is not the one of its attempt'
    when (e.transaction_id, e.mode) is distinct from (r.transaction_id, x.mode)
      or (p.debit_kind, p.debit_owner, p.credit_kind, p.credit_owner, p.asset) is distinct from ('held'::account_kind, t.id::text,
        'committed'::account_kind, t.id::text, case r.purpose when 'payout' then 'NGNC'::asset else 'NGN' end)
      or (q.debit_kind, q.debit_owner, q.credit_kind, q.credit_owner, q.asset,
        q.amount_minor::numeric) is distinct from ('outgoing'::account_kind,
        a.id::text, 'payout_bank'::account_kind, a.id::text, 'NGN'::asset, r.amount_minor::numeric)
      or p.amount_minor::numeric - r.amount_minor::numeric is distinct from case r.purpose when 'payout' then s.fee_minor::numeric
        else 0 end
      then 'the ledger does not have its opening'
    when (x.money_back_at is not null) is distinct from exists (select from entry y where y.reverses = x.entry_id)
      then case when x.money_back_at is null then 'it is not dead, and the ledger says so'
        else 'it is dead, and the ledger does not say so' end
    when x.final_entry_id is not null
      and ((f.transaction_id, f.mode, f.step) is distinct from (r.transaction_id, x.mode, 'payout_succeeded'::text)
      or (x.money_back_at is not null) is distinct from exists (select from entry y where y.reverses = x.final_entry_id))
      then 'it was paid, and the ledger says otherwise'
    when x.money_back_at is not null then null
    when x.final_entry_id is null and t.status <> case r.purpose when 'payout' then 'paying_out' else 'refunding' end
      -- Of a refund, one leg may be paid while another is not.
      or x.final_entry_id is not null and t.status <> all (case r.purpose when 'payout' then '{completed,recalled}'
        else '{refunding,refunded,refund_failed,recalled}' end::text[])
      then 'it is ' || x.state || ', and its transaction is ' || t.status
    end as problem) c
  where problem is not null and (e.xid > since_xid or e.xid is null or x.state <> 'succeeded' and x.money_back_at is null)
  union all
  select row(r.id::text, 'it is used ' || count(*) || ' times')::finding
  from payout_right r join payout x on x.right_id = r.id and x.money_back_at is null group by r.id having count(*) > 1
  union all
  select row(t.id::text, 'it is ' || t.status || ', and nothing was paid')::finding
  from transaction t where t.type = 'sell' and t.status in ('paying_out', 'completed') and not exists (
    select from payout_right r join payout x on x.right_id = r.id where r.transaction_id = t.id and r.purpose = 'payout'
      and x.money_back_at is null)
  union all
  select row(w.transaction_id::text, 'waits to be paid and is ' || coalesce(t.status, 'no transaction'))::finding
  from payout_order w left join transaction t on t.id = w.transaction_id
  where coalesce(t.status <> all (statuses_to_pay_out() || '{refunding}'), true) or t.mode <> w.mode
    or w.purpose = 'payout' and live_payout(w.transaction_id, w.purpose) is not null
    or w.purpose = 'refund' and exists (select from payout_right r join payout x on x.right_id = r.id and x.money_back_at is null
      where r.transaction_id = w.transaction_id and r.purpose = 'refund' and refund_place(r.leg) = refund_place(w.leg))
    or not exists (select from payout_account a where a.id = w.account_id and a.mode = w.mode)
  union all
  select row(a.id::text, 'a payout account of ours, and nothing looks at it')::finding
  from payout_account a where a.state <> 'closed'
    and not exists (select from wake w where w.subject_id = a.id and w.type = 'payout-account')
$$;

-- What is out in the ledger is what is out at the vendors: naira by account, tokens by transaction.
create or replace function check_payouts_outgoing(since_xid bigint) returns setof finding language sql stable as $$
  with out as (
    select x.mode, x.account_id::text as owner, sum(r.amount_minor::numeric) as minor from payout x join payout_right r on r.id = x.right_id
    where x.money_back_at is null and x.final_entry_id is null group by 1, 2
  ), booked as (
    select p.mode, case when p.debit_kind = 'outgoing' then p.debit_owner else p.credit_owner end as owner,
      sum(case when p.debit_kind = 'outgoing' then p.amount_minor::numeric else -p.amount_minor::numeric end) as minor
    from posting p where p.asset = 'NGN' and 'outgoing' in (p.debit_kind, p.credit_kind) group by 1, 2
  )
  select row(coalesce(o.owner, b.owner),
    format('%s is out at the vendor, %s in the ledger', coalesce(o.minor, 0), coalesce(b.minor, 0)))::finding
  from out o full join booked b on b.mode = o.mode and b.owner = o.owner
  where coalesce(o.minor, 0) <> coalesce(b.minor, 0)
  union all
  select row(c.owner, 'its committed tokens are not what is on its way')::finding
  from (
    select p.owner, sum(p.minor) as minor from (
      select debit_owner as owner, -amount_minor::numeric as minor from posting where debit_kind = 'committed' and asset = 'NGNC'
      union all
      select credit_owner, amount_minor::numeric from posting where credit_kind = 'committed' and asset = 'NGNC') p
    group by p.owner
  ) c
  where c.minor <> coalesce((
    select sum(p.amount_minor::numeric) from payout_right r join payout x on x.right_id = r.id
    join posting p on p.entry_id = x.entry_id and p.ordinal = 1
    where r.transaction_id = c.owner::uuid and r.purpose = 'payout' and x.money_back_at is null and x.final_entry_id is null),
      0) + coalesce((
    select sum(r.tokens_minor::numeric) from transfer_right r join transfer f on f.right_id = r.id
    where r.transaction_id = c.owner::uuid and r.purpose = 'withdrawal' and f.state in ('reserved', 'signed', 'conflict')), 0)
$$;

-- What is out in the ledger is what is out in the lanes: tokens by network, naira by transaction. Naira that goes back to a payer through a
-- bank is committed too.
create or replace function check_outgoing(since_xid bigint) returns setof finding language sql stable as $$
  with out as (
    select f.mode, f.network, sum(r.tokens_minor::numeric) as tokens
    from transfer f join transfer_right r on r.id = f.right_id where f.state in ('reserved', 'signed', 'conflict') group by 1, 2
  ), booked as (
    select p.mode, case when p.debit_kind = 'outgoing' then p.debit_owner else p.credit_owner end as network,
      sum(case when p.debit_kind = 'outgoing' then p.amount_minor::numeric else -p.amount_minor::numeric end) as tokens
    from posting p where p.asset = 'NGNC' and 'outgoing' in (p.debit_kind, p.credit_kind) group by 1, 2
  )
  select row(coalesce(o.mode, b.mode) || ' ' || coalesce(o.network, b.network),
    format('%s is out in the lanes, %s in the ledger', coalesce(o.tokens, 0), coalesce(b.tokens, 0)))::finding
  from out o full join booked b on b.mode = o.mode and b.network = o.network
  where coalesce(o.tokens, 0) <> coalesce(b.tokens, 0)
  union all
  select row(c.owner, 'its committed naira is not what is on its way')::finding
  from (
    select p.owner, sum(p.minor) as minor from (
      select debit_owner as owner, -amount_minor::numeric as minor from posting where debit_kind = 'committed' and asset = 'NGN'
      union all
      select credit_owner, amount_minor::numeric from posting where credit_kind = 'committed' and asset = 'NGN') p
    group by p.owner
  ) c
  where c.minor <> coalesce((
    select sum(p.amount_minor::numeric) from transfer_right r join transfer f on f.right_id = r.id
    join posting p on p.entry_id = f.entry_id and p.ordinal = 1
    where r.transaction_id = c.owner::uuid and f.state in ('reserved', 'signed', 'conflict')), 0) + coalesce((
    select sum(r.amount_minor::numeric) from payout_right r join payout x on x.right_id = r.id
    where r.transaction_id = c.owner::uuid and r.purpose = 'refund' and x.money_back_at is null and x.final_entry_id is null), 0)
$$;

-- The vendor's own ledger and our payouts agree; a line that nobody could explain has a case. A return that operators identified counts for
-- its payout.
create or replace function check_payout_lines(since_xid bigint) returns setof finding language sql stable as $$
  select row(l.id::text, c.problem)::finding
  from payout_line l
  left join payout x on x.account_id = l.account_id and x.reference = l.reference
  left join payout_right r on r.id = x.right_id
  left join payout_forgotten g on g.account_id = l.account_id and g.reference = l.reference
  cross join lateral (select case
    when l.problem is not null then case when not exists (select from case_file c where c.facts ->> 'subject' = l.id::text)
      then 'nobody can explain it, and nobody was asked' end
    when l.kind = 'fee' then case when l.entry_id is null and l.amount_minor::numeric > 0 and not exists (
        select from payout_line o where o.seen_at = l.seen_at and o.account_id = l.account_id and o.kind = 'fee'
          and o.direction <> l.direction)
      then 'a fee that is not in the ledger' end
    when l.direction = 'debit' and coalesce(r.amount_minor::numeric, g.amount_minor::numeric) is distinct from l.amount_minor::numeric
      then 'a debit that is no payout of ours'
    when l.direction = 'credit' and coalesce(r.amount_minor::numeric, g.amount_minor::numeric) is distinct from l.amount_minor::numeric
      and not exists (select from payout_funding f where f.line_id = l.id and f.amount_minor::numeric = l.amount_minor::numeric)
      then 'a credit that is nothing of ours'
    end as problem) c
  where l.xid > since_xid and c.problem is not null
  union all
  select row(x.id::text, format('the vendor shows %s of it as gone, and it is %s', n.net, case when x.money_back_at is null then x.state
    else 'dead' end))::finding
  from payout x join payout_right r on r.id = x.right_id
  cross join lateral (
    select sum(case l.direction when 'debit' then l.amount_minor::numeric else -l.amount_minor::numeric end) as net, max(l.xid) as xid
    from payout_line l where l.account_id = x.account_id and l.reference = x.reference and l.kind <> 'fee' and l.problem is null
      and l.entry_id is null) n
  where n.net is not null and n.xid > since_xid and (n.net > r.amount_minor::numeric or x.money_back_at is not null and n.net <> 0)
    and not exists (select from payout_line_answer w where w.payout_id = x.id)
  union all
  select row(x.id::text, 'it is paid, and the vendor shows no debit of it')::finding
  from payout x join payout_account a on a.id = x.account_id
  -- By then its entry is sealed long since: what was written later than that is no measure here.
  where x.state = 'succeeded' and x.ended_at < a.lines_whole_at - interval '1 day' and not exists (
    select from payout_line l where l.account_id = x.account_id and l.reference = x.reference and l.direction = 'debit')
    and (since_xid = 0 or x.ordered_at > a.lines_whole_at - interval '3 days' and x.ended_at > a.lines_whole_at - interval '26 hours')
  union all
  select row(e.id::text, 'the fees in the ledger are not those of the lines')::finding
  from entry e join posting p on p.entry_id = e.id
  where e.step = 'payout_fees' and e.xid > since_xid and p.amount_minor::numeric is distinct from (
    select abs(sum(case l.direction when 'debit' then l.amount_minor::numeric else -l.amount_minor::numeric end)) from payout_line l
      where l.entry_id = e.id)
$$;
