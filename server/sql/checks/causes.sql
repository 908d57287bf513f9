-- Checks that a step of the service declares every posting. The posting functions refuse others, so such a row was written without them.
create or replace function check_declared(since_xid bigint, through_xid bigint) returns setof finding language sql stable as $$
  select row(p.entry_id || '/' || p.ordinal,
    format('no step %s posts %s:%s / %s:%s in %s mode', e.step, p.debit_kind, p.debit_owner, p.credit_kind, p.credit_owner,
      p.mode))::finding
  from posting p join entry e on e.id = p.entry_id
  left join declared_posting d on d.step = e.step and d.debit_kind = p.debit_kind and d.credit_kind = p.credit_kind and d.mode = p.mode
  where p.xid > since_xid and p.xid <= through_xid and d.step is null
$$;

-- Checks that each entry about a bank line, an allocation, a deposit, a transfer or a payout has its row, which names the entry. An entry
-- without a row was forged.
create or replace function check_causes(since_xid bigint, through_xid bigint) returns setof finding language sql stable as $$
  select row(e.id::text, format('nothing caused the entry %s', e.step))::finding
  from entry e
  where e.xid > since_xid and e.xid <= through_xid and case
    when e.step in ('credit_seen', 'debit_seen', 'charge_seen', 'charge_returned')
      then not exists (select from bank_line l where l.id = e.id and l.mode = e.mode)
    when e.step = 'credit_matched'
      then not exists (select from allocation a where a.id = e.id and a.transaction_id = e.transaction_id and a.mode = e.mode)
    when e.step = 'deposited'
      then not exists (select from deposit d where d.transaction_id = e.transaction_id and d.entry_id = e.id)
    when e.step = 'delivery_opened'
      then not exists (
        select from transfer_right r join transfer f on f.right_id = r.id where r.transaction_id = e.transaction_id and f.entry_id = e.id)
    when e.step = 'delivery_final'
      then not exists (
        select from transfer_right r join transfer f on f.right_id = r.id
        where r.transaction_id = e.transaction_id and f.state = 'final_ok')
    when e.step = 'payout_opened'
      then not exists (
        select from payout_right r join payout x on x.right_id = r.id where r.transaction_id = e.transaction_id and x.entry_id = e.id)
    when e.step = 'payout_succeeded'
      then not exists (
        select from payout_right r join payout x on x.right_id = r.id
        where r.transaction_id = e.transaction_id and x.final_entry_id = e.id)
    when e.step = 'taken_from_balance'
      then not exists (select from transaction t where t.id = e.transaction_id and t.type in ('sell', 'withdrawal'))
    when e.step in ('lane_topped_up', 'sweeper_topped_up', 'debit_was_charge', 'loss_passed_on', 'lock_written_off', 'payout_written_off')
      then not exists (select from case_file c where c.id = e.id and c.mode = e.mode and c.ended = 'approved')
    when e.step in ('payout_dead', 'payout_undone', 'delivery_dead', 'charge_undone', 'hand_payment_undone', 'payout_line_given_back',
        'payout_write_off_undone', 'surplus_explained', 'move_left_undone', 'lock_taken', 'lock_void', 'write_off_undone')
      then e.reverses is null
    else false
  end
$$;

-- Checks that each credit to the balance of a business has its cause, and is not more than the cause is worth: a settled buy, a sell that
-- was not paid, a withdrawal that was not sent, or a deposit that operators gave back. A reversal is compared by check_reversal.
create or replace function check_balance_causes(since_xid bigint, through_xid bigint) returns setof finding language sql stable as $$
  with credit as (
    select p.entry_id, p.mode, p.credit_owner as business, p.amount_minor::numeric as minor, e.step, t.id, t.type, (
        select coalesce(sum(q.amount_minor::numeric), 0) from entry x join posting q on q.entry_id = x.id
        where x.transaction_id = t.id and x.step = 'taken_from_balance' and q.debit_kind = 'business' and q.debit_owner = p.credit_owner
      ) as taken, e.transaction_id
    from posting p join entry e on e.id = p.entry_id
    left join transaction t on t.id = e.transaction_id and t.mode = p.mode and t.business_id::text = p.credit_owner
    where p.xid > since_xid and p.xid <= through_xid and p.credit_kind = 'business' and e.reverses is null
  )
  select row(c.mode || ' business:' || c.business, format('entry %s credits %s as %s, but its cause is missing or worth less', c.entry_id,
    c.minor, c.step))::finding
  from credit c
  where case c.step
    when 'credited_to_balance' then c.type is distinct from 'buy' or c.minor > (
        select coalesce(sum(a.amount_minor::numeric), 0) from allocation a where a.transaction_id = c.id and a.mode = c.mode)
      - (select f.fee_minor from fee_of_buy f where f.transaction_id = c.id)
    when 'returned_to_balance' then case c.type
      when 'sell' then was_paid_out(c.id) or c.minor > c.taken + deposited_to(c.id)
      when 'withdrawal' then c.minor <> c.taken or live_transfer(c.id) is not null or was_delivered(c.id)
      else true end
    when 'returned_to_wallet' then c.type is distinct from 'sell' or was_paid_out(c.id) or c.minor > c.taken + deposited_to(c.id)
    when 'suspense_to_balance' then not exists (
      select from deposit_answer n join deposit d on d.id = n.deposit_id
      where n.entry_id = c.entry_id and n.amount_minor = c.minor and d.transaction_id = c.id)
    when 'test_balance_given' then c.mode <> 'test' or c.entry_id::text <> c.business
    when 'write_off_undone' then true
    when 'payout_write_off_undone' then true
    else false
  end
$$;
