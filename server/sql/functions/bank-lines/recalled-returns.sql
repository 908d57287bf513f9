-- Settles a return of a credit that the bank took back. Naira that has not left is ours no more, and the return is recalled. Naira that
-- was paid went to the payer twice: no business asked for it, so it is our loss until an operator has collected it. If the payment comes
-- back later, the loss is undone.
create or replace function end_recalled_return(r credit_return, p_at timestamptz) returns void language plpgsql as $$
declare
  t transaction;
  v_is_paid boolean := exists (select from refund_legs(r.id) g where g.state = 'paid');
  v_was_lost boolean := exists (select from entry e where e.transaction_id = r.id and e.step = 'credit_recalled');
begin
  select * into strict t from transaction where id = r.id for update;
  if t.status = 'recalled' or v_is_paid and v_was_lost then
    return;
  end if;
  perform post_entry(afara_uuid(), r.mode, r.id, case when v_was_lost then 'loss_undone' else 'credit_recalled' end, p_at,
    array[case when v_is_paid then 'expense' else 'held' end]::account_kind[], array[case when v_is_paid then 'loss' else r.id::text end],
    array[case when v_was_lost then 'expense' else 'suspense' end]::account_kind[], array[case when v_was_lost then 'loss' else '' end],
    array['NGN']::asset[], array[r.amount_minor]::positive_minor[]);
  if v_is_paid then
    perform open_case(afara_uuid(), r.mode, 'recall', l.vendor_account_id, l.id, r.id, null,
        'The bank recalled the credit after it was returned to its payer. The loss is ours.',
        jsonb_build_object('amount_minor', r.amount_minor::text, 'was', t.status), null, p_at, p_at + interval '1 day')
      from bank_line l where l.id = r.line_id;
    return;
  end if;
  delete from payout_order o where o.transaction_id = r.id;
  perform from move_transaction(t.id, t.version, 'credit_recalled', jsonb_build_object('amount_minor', r.amount_minor::text), p_at, null);
  if not found then
    raise exception 'return % cannot be recalled in status %', t.id, t.status using errcode = 'AF001';
  end if;
  perform close_case(k.id, '{"action": "dismiss", "reason": "the bank recalled the credit"}', p_at)
    from case_file k where k.transaction_id = t.id and k.kind in ('refund_due', 'overdue', 'recall') and k.state <> 'resolved';
end $$;

-- Settles the refund of a recalled buy after one of its payments came back or failed, in the commit that books that. The payer of a credit
-- that the bank took back has the naira already, so what came back pays the debt of the business. The entry has the id of the return.
-- Naira of another credit still belongs to its payer, and a case asks operators.
create or replace function settle_recalled_refund(t transaction, p_at timestamptz) returns void language plpgsql as $$
declare
  l record;
begin
  for l in
    select g.return_id, g.line_id, g.amount from refund_legs(t.id) g
    where g.state not in ('paid', 'out', 'by_hand') and not exists (select from entry e where e.id = g.return_id) and exists (
      select from allocation a join allocation_end e on e.allocation_id = a.id join posting p on p.entry_id = e.entry_id
      where a.transaction_id = t.id and a.line_id = g.line_id and p.debit_kind = 'receivable')
    order by g.leg
  loop
    perform post_entry(l.return_id, t.mode, t.id, 'debt_undone', p_at, array['held']::account_kind[], array[t.id::text],
      array['receivable']::account_kind[], array[t.business_id::text], array['NGN']::asset[], array[l.amount]::positive_minor[]);
    perform close_case(k.id, '{"action": "dismiss", "reason": "our refund came back, so the business owes nothing for this credit"}', p_at)
      from case_file k where k.transaction_id = t.id and k.line_id = l.line_id and k.kind = 'recall' and k.state <> 'resolved';
  end loop;
  perform open_case(afara_uuid(), t.mode, 'recall', b.vendor_account_id, b.id, t.id, t.business_id,
      'The refund of a credit failed after the bank had recalled another credit of the buy. The buy still holds it.',
      jsonb_build_object('amount_minor', g.amount::text, 'was', t.status), null, p_at, p_at + interval '1 day')
    from refund_legs(t.id) g join bank_line b on b.id = g.line_id
    where g.state not in ('paid', 'out', 'by_hand') and not line_is_taken_back(g.line_id);
end $$;
