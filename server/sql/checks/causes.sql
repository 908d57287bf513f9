-- Checks that a step of the service declares every posting. The posting functions refuse others, so such a row was written without them.
create or replace function check_declared(since_xid bigint, through_xid bigint) returns setof finding language sql stable as $$
  select row(p.entry_id || '/' || p.ordinal,
    format('no step %s posts %s:%s / %s:%s in %s mode', e.step, p.debit_kind, p.debit_owner, p.credit_kind, p.credit_owner,
      p.mode))::finding
  from posting p join entry e on e.id = p.entry_id
  left join declared_posting d on d.step = e.step and d.debit_kind = p.debit_kind and d.credit_kind = p.credit_kind and d.mode = p.mode
  where p.xid > since_xid and p.xid <= through_xid and d.step is null
$$;

-- Checks that each entry has the row that caused it: a bank line, an allocation, a deposit, a transfer, a payout, a decision and so on.
-- Most of these rows name their entry. An entry without its row was forged. Every step of the service has a rule here.
create or replace function check_causes(since_xid bigint, through_xid bigint) returns setof finding language sql stable as $$
  select row(e.id::text, format('nothing caused the entry %s', e.step))::finding
  from entry e
  where e.xid > since_xid and e.xid <= through_xid and not coalesce(case
    when e.step in ('credit_seen', 'debit_seen', 'charge_seen', 'charge_returned')
      then exists (select from bank_line l where l.id = e.id and l.mode = e.mode)
    when e.step = 'fee_learned' then exists (select from bank_line_fee f where f.entry_id = e.id)
    when e.step = 'fee_undone'
      then exists (select from credit_take_back b where b.xid = e.xid) or exists (
        select from entry x join bank_line_fee f on f.entry_id = x.id where x.xid = e.xid and x.step = 'fee_learned')
    when e.step in ('owed_by_vendor', 'sent_back_by_vendor', 'settled_by_vendor', 'vendor_debt_written_off')
      then exists (select from vendor_debt_move m where m.entry_id = e.id and m.mode = e.mode)
    when e.step = 'credit_matched'
      then exists (select from allocation a where a.id = e.id and a.transaction_id = e.transaction_id and a.mode = e.mode)
    when e.step = 'credit_recalled'
      then exists (select from allocation_end a where a.entry_id = e.id) or exists (
        select from credit_return r join credit_take_back b on b.credit_line_id = r.line_id where r.id = e.transaction_id)
        and (select count(*) = 1 from entry x where x.transaction_id = e.transaction_id and x.step = e.step)
    when e.step = 'loss_undone'
      then (select count(*) = 1 from entry x where x.transaction_id = e.transaction_id and x.step = e.step)
        and exists (select from entry x where x.transaction_id = e.transaction_id and x.step = 'credit_recalled')
    when e.step = 'debt_undone' then exists (select from credit_return r where r.id = e.id and r.transaction_id = e.transaction_id)
    when e.step = 'return_decided' then exists (select from credit_return r where r.id = e.id and e.id = e.transaction_id)
    when e.step = 'paid_by_hand'
      then exists (select from hand_payment h where h.entry_id = e.id) or exists (select from entry x where x.reverses = e.id)
    when e.step = 'deposited'
      then exists (select from deposit d where d.transaction_id = e.transaction_id and d.entry_id = e.id)
    when e.step in ('swept', 'tokens_taken') then exists (select from deposit_sweep w where w.xid = e.xid and w.entry_id = e.id)
    when e.step = 'sweep_gas'
      then exists (select from sweep w where w.entry_id = e.id) or exists (select from deposit_opening o where o.entry_id = e.id)
    when e.step = 'delivery_opened'
      then exists (
        select from transfer_right r join transfer f on f.right_id = r.id where r.transaction_id = e.transaction_id and f.entry_id = e.id)
    when e.step = 'delivery_final'
      then e.transaction_id is not null and (
        select count(*) from entry x where x.transaction_id = e.transaction_id and x.step = e.step) = (
        select count(*) from transfer_right r join transfer f on f.right_id = r.id
        where r.transaction_id = e.transaction_id and f.state = 'final_ok')
    when e.step = 'delivery_dead'
      then exists (
        select from transfer_right r join transfer f on f.right_id = r.id
        where r.transaction_id = e.transaction_id and f.entry_id = e.reverses and f.state in ('final_failed', 'final_void'))
    when e.step = 'gas_spent'
      then exists (select from adopted_lock k where k.gas_entry_id = e.id) or (
        select sum(q.amount_minor::numeric) from entry x join posting q on q.entry_id = x.id
        where x.transaction_id = e.transaction_id and x.step = e.step) = (
        select sum(f.gas_units) from transfer_right r join transfer f on f.right_id = r.id
        where r.transaction_id = e.transaction_id and f.state in ('final_failed', 'final_void'))
        or exists (select from entry x where x.reverses = e.id)
    when e.step = 'payout_opened'
      then exists (
        select from payout_right r join payout x on x.right_id = r.id where r.transaction_id = e.transaction_id and x.entry_id = e.id)
    -- What ended by the evidence of operators was decided in the same commit.
    when e.step = 'payout_succeeded'
      then exists (
        select from payout_right r join payout x on x.right_id = r.id
        where r.transaction_id = e.transaction_id and x.final_entry_id = e.id and not exists (
          select from payout_reading g where g.payout_id = x.id and g.kind = 'evidence' and g.xid = e.xid
            and not exists (select from case_step s where s.xid = e.xid and s.action = 'approved')))
    when e.step in ('payout_dead', 'payout_undone')
      then exists (
        select from payout_right r join payout x on x.right_id = r.id
        where r.transaction_id = e.transaction_id and x.money_back_at is not null and not exists (
          select from payout_reading g where g.payout_id = x.id and g.kind = 'evidence' and g.xid = e.xid
            and not exists (select from case_step s where s.xid = e.xid and s.action = 'approved'))
          and e.reverses = case e.step when 'payout_dead' then x.entry_id else x.final_entry_id end)
    when e.step = 'taken_from_balance'
      then (select count(*) = 1 from entry x where x.transaction_id = e.transaction_id and x.step = e.step)
        -- A sell from a wallet takes nothing from the balance.
        and exists (
          select from transaction t left join sell s on s.transaction_id = t.id
          join posting q on q.entry_id = e.id and q.debit_owner = t.business_id::text and q.credit_owner = t.id::text
            and q.amount_minor = t.amount_minor
          where t.id = e.transaction_id and (t.type = 'withdrawal' or t.type = 'sell' and s.network is null))
    when e.step in ('credited_to_balance', 'returned_to_balance', 'returned_to_wallet', 'suspense_to_balance')
      then exists (select from posting q where q.entry_id = e.id and q.credit_kind = 'business')
    when e.step in ('lane_topped_up', 'sweeper_topped_up', 'debit_was_charge', 'loss_passed_on', 'lock_written_off', 'payout_written_off')
      then exists (select from case_file c where c.id = e.id and c.mode = e.mode and c.ended = 'approved')
    -- In live mode it is a decision of two. In test mode the seed funds accounts too.
    when e.step = 'payout_account_funded'
      then exists (select from payout_funding f where f.id = e.id)
        and (e.mode = 'test' or exists (select from case_file c where c.id = e.id and c.ended = 'approved'))
    when e.step in ('payout_fees', 'payout_unexplained')
      then exists (select from payout_line l where l.xid = e.xid and l.entry_id = e.id)
        or exists (select from payout_line_disowned d where d.entry_id = e.id)
    when e.step = 'payout_line_explained' then exists (select from payout_line_answer n where n.entry_id = e.id)
    when e.step = 'surplus_found' then exists (select from reconciliation_surplus s where s.entry_id = e.id)
    when e.step = 'lane_moved' then exists (select from treasury_move m where m.id = e.id and m.kind = 'tokens')
    when e.step = 'move_left'
      then exists (select from treasury_move m where m.debit_entry_id = e.id) or exists (select from entry x where x.reverses = e.id)
    when e.step = 'move_arrived' then exists (select from treasury_move m where m.credit_entry_id = e.id)
    when e.step = 'lock_adopted' then exists (select from adopted_lock k where k.entry_id = e.id)
    when e.step in ('charge_undone', 'hand_payment_undone', 'payout_line_given_back', 'payout_write_off_undone', 'surplus_explained',
        'move_left_undone', 'lock_taken', 'lock_void', 'write_off_undone')
      then exists (
        select from entry x where x.id = e.reverses and x.step in (
          case e.step when 'charge_undone' then 'debit_was_charge' when 'hand_payment_undone' then 'paid_by_hand'
            when 'payout_line_given_back' then 'payout_line_explained' when 'payout_write_off_undone' then 'payout_written_off'
            when 'surplus_explained' then 'surplus_found' when 'move_left_undone' then 'move_left'
            when 'write_off_undone' then 'lock_written_off' else 'lock_adopted' end,
          case e.step when 'lock_taken' then 'gas_spent' end))
    when e.step = 'float_funded' then exists (select from lane l where l.id = e.id and l.mode = e.mode)
    when e.step = 'test_balance_given' then exists (select from business b where b.id = e.id)
    else true
  end, false)
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
