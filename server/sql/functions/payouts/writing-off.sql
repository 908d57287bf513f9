-- Returns the postings of a lost payout that was made: our loss, or a debit of the business's balance, as if its sell were in the database.
create or replace function payout_write_off_postings(p_resolution jsonb)
returns table (debit_kind account_kind, debit_owner text, credit_kind account_kind, credit_owner text, asset asset, amount numeric)
language sql stable as $$
  select p.debit_kind, p.debit_owner, p.credit_kind, p.credit_owner, p.asset, p.amount
  from jsonb_to_record(p_resolution) as r (bears text, account_id text, business_id text, amount_minor numeric, balance_minor numeric)
  cross join lateral (values
    ('loss', 'expense'::account_kind, 'loss', 'payout_bank'::account_kind, r.account_id, 'NGN'::asset, r.amount_minor),
    ('business', 'business', r.business_id, 'clearing', '', 'NGNC', r.balance_minor),
    ('business', 'clearing', '', 'payout_bank', r.account_id, 'NGN', r.amount_minor),
    ('business', 'clearing', '', 'income', 'fees', 'NGN', r.balance_minor - r.amount_minor)
  ) as p (bears, debit_kind, debit_owner, credit_kind, credit_owner, asset, amount)
  where p.bears = r.bears and p.amount > 0
$$;

-- Writes off a lost payout as two operators decided, because its request was never sent again. We or the business can bear the amount only
-- if the vendor's own ledger shows it as debited. The payout can count as not paid only if that ledger shows no debit of it, was read to
-- its end after the loss was noted, and has no unexplained debit that may be the payout (AF400).
create or replace function write_off_payout(v_file case_file, p_at timestamptz) returns void language plpgsql as $$
declare
  r jsonb := v_file.resolution;
  f payout_forgotten;
  a payout_account;
  v_gone boolean;
  v_debit text;
begin
  select * into strict a from payout_account where id = (r ->> 'account_id')::uuid for no key update;
  select * into f from payout_forgotten where reference = r ->> 'reference' and account_id = a.id;
  if (f.right_key, f.amount_minor::text, f.balance_minor::text) is distinct from
      (r ->> 'right_key', r ->> 'amount_minor', r ->> 'balance_minor')
    or f.reference is null or exists (select from payout x where x.reference = f.reference and x.account_id = a.id) then
    raise exception 'payout % changed since the proposal', r ->> 'reference' using errcode = 'AF040';
  end if;
  v_gone := coalesce((select sum(case l.direction when 'debit' then 1 else -1 end) > 0 from payout_line l
    where l.account_id = a.id and l.reference = f.reference and l.kind <> 'fee'), false);
  if (r ->> 'bears' = 'nobody') = v_gone or not v_gone and (a.lines_whole_at > f.noted_at) is not true then
    raise exception 'the vendor''s lines %', case r ->> 'bears'
      when 'nobody' then format('show a debit of payout %s, or were not read since the restore', f.reference)
      else format('do not show a debit of payout %s', f.reference) end using errcode = 'AF420';
  end if;
  v_debit := (select min(l.external_id) from payout_line l where l.account_id = a.id and l.direction = 'debit' and l.problem is not null
    and l.payout_id is null and is_amount_of_payout(l.amount_minor, f.amount_minor) and is_unexplained(l, a.mode));
  if not v_gone and v_debit is not null then
    raise exception 'debit % of the account may be payout %. Explain the debit first', v_debit, f.reference using errcode = 'AF400';
  end if;
  if v_gone then
    perform post_entry(v_file.id, a.mode, null, 'payout_written_off', p_at, array_agg(p.debit_kind), array_agg(p.debit_owner),
        array_agg(p.credit_kind), array_agg(p.credit_owner), array_agg(p.asset), array_agg(p.amount)::positive_minor[])
      from payout_write_off_postings(r) p;
  end if;
  insert into payout_written_off values (a.id, f.reference, v_file.id, case when v_gone then v_file.id end, p_at);
  perform close_remembered(a.id, p_at);
  perform hasten_payouts(p_at);
  perform hasten_deliveries(p_at);
end $$;

-- Reverses the write-off of a payout that is open again, because its sell was sent again after all.
create or replace function undo_payout_write_off() returns trigger language plpgsql set search_path = afara, pg_temp as $$
begin
  if exists (select from payout_written_off) then
    perform reverse_entry(afara_uuid(), w.entry_id, 'payout_write_off_undone', f.ordered_at)
      from fresh f join payout_written_off w on w.reference = f.reference and w.account_id = f.account_id where w.entry_id is not null;
  end if;
  return null;
end $$;
