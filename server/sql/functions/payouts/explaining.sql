-- Opens a case about the owner of a credit in suspense.
create or replace function ask_about_line(l payout_line, a payout_account, p_problem text, p_at timestamptz) returns void language sql as $$
  select open_case(afara_uuid(), a.mode, 'payout_unexplained', null, null, null, null,
    format('Payout account %s has an unexplained line: %s.', a.name, p_problem),
    jsonb_strip_nulls(jsonb_build_object('subject', l.id, 'account_id', a.id, 'account', a.name, 'vendor', a.vendor, 'line', l.external_id,
      'direction', l.direction, 'amount_minor', l.amount_minor::text, 'reference', l.reference, 'problem', p_problem,
      'payout', 'pay_' || replace(l.payout_id::text, '-', ''))), null, p_at, p_at + interval '1 hour')
$$;

-- Books a credit of unknown origin to suspense, so that the ledger agrees with the account.
create or replace function book_to_suspense(l payout_line, a payout_account, p_at timestamptz) returns uuid language plpgsql as $$
declare
  v_entry uuid := afara_uuid();
begin
  perform post_entry(v_entry, a.mode, null, 'payout_unexplained', p_at, array['payout_bank']::account_kind[], array[a.id::text],
    array['suspense']::account_kind[], array[''], array['NGN']::asset[], array[l.amount_minor::numeric]::positive_minor[]);
  return v_entry;
end $$;

-- Books an odd return to suspense until operators explain it, like any credit. A return is odd if its amount differs from what was paid, or
-- if operators already explained another line as the return of this payout.
create or replace function book_odd_return() returns trigger language plpgsql security definer set search_path = afara, pg_temp as $$
declare
  a payout_account;
begin
  select * into strict a from payout_account where id = new.account_id;
  if new.problem is null and exists (
      select from payout_line_answer n where n.payout_id = new.payout_id and n.explained_as = 'return') then
    new.problem := 'a return of a payout that had already been returned';
    perform ask_about_line(new, a, new.problem, new.seen_at);
  end if;
  if new.problem is not null then
    new.entry_id := book_to_suspense(new, a, new.seen_at);
  end if;
  return new;
end $$;

-- Called when the vendor has returned a surplus debit. Reverses the entry of the operators' explanation of the debit, if there is one, and
-- closes the debit's case, if it is open.
create or replace function undo_answered_debit() returns trigger language plpgsql security definer set search_path = afara, pg_temp as $$
declare
  d record;
begin
  select l.id, n.entry_id into d from payout_line l left join payout_line_answer n on n.line_id = l.id
    where l.account_id = new.account_id and l.reference = new.reference and l.direction = 'debit' and l.problem is not null
      and l.entry_id is not null and l.amount_minor = new.amount_minor
      and not exists (select from entry e where e.reverses = n.entry_id) order by l.seen_at limit 1;
  if found then
    if d.entry_id is not null then
      perform reverse_entry(afara_uuid(), d.entry_id, 'payout_line_given_back', new.seen_at);
    end if;
    perform close_case(c.id, '{"action": "dismiss", "reason": "the vendor returned the debit"}', new.seen_at) from case_file c
      where c.kind = 'payout_unexplained' and c.state <> 'resolved' and c.facts ->> 'subject' = d.id::text;
  end if;
  return null;
end $$;

-- Returns the ledger account that an explanation names.
create or replace function explaining_account(p_as text, a payout_account, out kind account_kind,
  out owner text) language sql immutable as $$
  select (case p_as when 'capital' then 'capital' when 'vendor' then 'receivable' else 'expense' end)::account_kind,
    case p_as when 'capital' then '' when 'vendor' then 'vendor:' || a.vendor when 'charge' then 'bank' else 'loss' end
$$;

-- Returns the part of a line that no ledger account explains. That is all of it, or, for a debit of another amount than was ordered, the
-- difference to the payout. A negative result means that less was debited than the ledger shows.
create or replace function unexplained_part(l payout_line) returns numeric language plpgsql stable as $$
declare
  x payout;
begin
  if l.problem is distinct from 'a debit of another amount than was ordered' then
    return l.amount_minor;
  end if;
  select * into x from payout where id = l.payout_id;
  if x.id is null or x.money_back_at is not null then
    return l.amount_minor;
  end if;
  if x.final_entry_id is null then
    raise exception 'first decide whether the payout of this line was paid' using errcode = 'AF062';
  end if;
  return l.amount_minor::numeric - (select r.amount_minor::numeric from payout_right r where r.id = x.right_id);
end $$;

-- Books the explanation of a line that two operators decided. Until then a credit is in suspense. A debit is in suspense too if the
-- account's balance in the ledger covered all of it, unless it is a debit of another amount than was ordered.
create or replace function explain_payout_line(p_file case_file, p_at timestamptz) returns void language plpgsql as $$
declare
  v_as text := p_file.resolution ->> 'as';
  l payout_line;
  a payout_account;
  v_is_booked boolean;
  v_part numeric;
  v_other record;
  v_entry uuid;
begin
  select * into strict l from payout_line where id = (p_file.facts ->> 'subject')::uuid;
  select * into strict a from payout_account where id = l.account_id for no key update;
  if exists (select from payout_line_answer n where n.line_id = l.id) or exists (select from payout_funding f where f.line_id = l.id) then
    raise exception 'line % is already explained', l.external_id using errcode = 'AF040';
  end if;
  v_part := unexplained_part(l);
  v_is_booked := l.entry_id is not null or exists (select from payout_line_disowned n where n.line_id = l.id);
  if v_as = 'return' then
    perform explain_as_return(p_file, l, a, p_at);
    return;
  elsif v_as = 'payout' then
    perform explain_as_payout(p_file, l, a, p_at);
    return;
  end if;
  if v_as <> 'somebody' and v_part < 0 then
    raise exception 'the bank debited less than was ordered: the difference belongs to the beneficiary (--explain somebody)'
      using errcode = 'AF062';
  end if;
  select * into v_other from explaining_account(v_as, a);
  if v_as = 'somebody' then
    -- An amount in suspense stays there. An amount that is not booked yet is booked to it.
    if not v_is_booked and v_part <> 0 then
      v_entry := afara_uuid();
      if l.direction = 'debit' and v_part > 0 then
        perform post_entry(v_entry, a.mode, null, 'payout_line_explained', p_at, array['suspense']::account_kind[], array[''],
          array['payout_bank']::account_kind[], array[a.id::text], array['NGN']::asset[], array[v_part]::positive_minor[]);
      else
        perform post_entry(v_entry, a.mode, null, 'payout_line_explained', p_at, array['payout_bank']::account_kind[], array[a.id::text],
          array['suspense']::account_kind[], array[''], array['NGN']::asset[], array[abs(v_part)]::positive_minor[]);
      end if;
    end if;
  elsif v_part > 0 then
    v_entry := afara_uuid();
    if l.direction = 'debit' then
      perform post_entry(v_entry, a.mode, null, 'payout_line_explained', p_at, array[v_other.kind], array[v_other.owner],
        array[case when v_is_booked then 'suspense' else 'payout_bank' end]::account_kind[],
        array[case when v_is_booked then '' else a.id::text end], array['NGN']::asset[], array[v_part]::positive_minor[]);
    else
      perform post_entry(v_entry, a.mode, null, 'payout_line_explained', p_at, array['suspense']::account_kind[], array[''],
        array[v_other.kind], array[v_other.owner], array['NGN']::asset[], array[v_part]::positive_minor[]);
    end if;
  end if;
  insert into payout_line_answer (line_id, mode, case_id, explained_as, whose, entry_id, at)
    values (l.id, a.mode, p_file.id, v_as, p_file.resolution ->> 'whose', v_entry, p_at);
end $$;

-- Explains a debit without our reference as the payment of a payout of the same account, so the payout counts as paid. The vendor's ledger
-- must show no other debit for that payout. The opening entry of the payout already books its naira, so the line's own booking is reversed.
-- The rest of the debit is a fee, and our expense.
create or replace function explain_as_payout(p_file case_file, l payout_line, a payout_account,
  p_at timestamptz) returns void language plpgsql as $$
declare
  x payout;
  v_entry uuid;
  v_fee numeric;
begin
  select * into x from payout where id = (p_file.resolution ->> 'payout_id')::uuid and account_id = a.id for no key update;
  if not found or x.money_back_at is not null or x.state = 'ordered' or l.payout_id is not null or not may_be_naira_of(l, x) then
    raise exception 'the line has a payout already, or the payout has another account, amount or time, was not sent, or was returned'
      using errcode = 'AF040';
  end if;
  if (select o.debits > 0 from naira_of_payout(a.id, x.reference) o) then
    raise exception 'the vendor shows another debit for payout %', x.id using errcode = 'AF040';
  end if;
  v_fee := l.amount_minor::numeric - (select r.amount_minor::numeric from payout_right r where r.id = x.right_id);
  if l.entry_id is not null or v_fee > 0 then
    v_entry := afara_uuid();
    perform post_mixed_entries(a.mode, 'payout_line_explained', p_at, array[v_entry], array[null::uuid], array_agg(v_entry),
        array_agg(p.debit_kind order by p.part), array_agg(p.debit_owner order by p.part), array_agg(p.credit_kind order by p.part),
        array_agg(p.credit_owner order by p.part), array_agg('NGN'::asset), array_agg(p.amount order by p.part)::positive_minor[])
      from (values
        (1, 'payout_bank'::account_kind, a.id::text, 'suspense'::account_kind, '',
          case when l.entry_id is null then 0 else l.amount_minor::numeric end),
        (2, 'expense', 'bank', 'payout_bank', a.id::text, v_fee)
      ) as p (part, debit_kind, debit_owner, credit_kind, credit_owner, amount) where p.amount > 0;
  end if;
  insert into payout_line_answer (line_id, mode, case_id, explained_as, payout_id, entry_id, at)
    values (l.id, a.mode, p_file.id, 'payout', x.id, v_entry, p_at);
  if x.final_entry_id is null then
    insert into payout_reading (id, payout_id, at, kind, code, raw)
      values (afara_uuid(), x.id, p_at, 'evidence', 'was_paid', p_file.resolution || jsonb_build_object('line', l.external_id,
        'proposed_by', p_file.proposed_by, 'approved_by', p_file.approved_by));
    update payout set evidence = p_file.resolution || jsonb_build_object('lines', jsonb_build_array(l.external_id)) where id = x.id;
    perform succeed_payouts(a, array[x.id], p_at);
  end if;
end $$;

-- Explains a credit as the return of a payout of the same account that the vendor's ledger shows as debited. A part that a bank kept is our
-- expense.
create or replace function explain_as_return(p_file case_file, l payout_line, a payout_account,
  p_at timestamptz) returns void language plpgsql as $$
declare
  x payout;
  r payout_right;
  v_entry uuid := afara_uuid();
  v_kept numeric;
begin
  select * into x from payout where id = (p_file.resolution ->> 'payout_id')::uuid and account_id = a.id for no key update;
  if not found or l.direction <> 'credit' then
    raise exception 'the payout is not of this account, or the line is not a credit' using errcode = 'AF040';
  end if;
  select * into strict r from payout_right where id = x.right_id;
  if x.money_back_at is not null or x.state = 'ordered' or was_explained_as_paid(x.id)::integer + (
      select coalesce(sum(case o.direction when 'debit' then 1 else -1 end), 0) from payout_line o
      where o.account_id = a.id and o.reference = x.reference and o.kind <> 'fee' and o.id <> l.id
        -- A line with an entry of its own does not count: it is booked as something else.
        and o.problem is null and o.entry_id is null and not exists (select from payout_line_disowned n where n.line_id = o.id)) <> 1 then
    raise exception 'payout % cannot be returned: the vendor shows no debit for it, or it was already returned', x.id
      using errcode = 'AF040';
  end if;
  if l.amount_minor::numeric > r.amount_minor::numeric then
    raise exception 'the credit is larger than payout %, so it is not, or not only, its return', x.id using errcode = 'AF062';
  end if;
  insert into payout_reading (id, payout_id, at, kind, code, raw)
    values (afara_uuid(), x.id, p_at, 'evidence', 'returned', p_file.resolution || jsonb_build_object('line', l.external_id,
      'proposed_by', p_file.proposed_by, 'approved_by', p_file.approved_by));
  perform bury_payout(x.id, case x.state when 'succeeded' then 'reversed' when 'reversed' then 'reversed' else 'failed' end,
    p_file.resolution || jsonb_build_object('lines', jsonb_build_array(l.external_id)), '{"reason": "evidence"}', p_at);
  -- The reversal of the payout returns its whole naira to the account, so the line's own booking is reversed. The missing part was kept by
  -- the bank.
  v_kept := r.amount_minor::numeric - l.amount_minor::numeric;
  perform post_mixed_entries(a.mode, 'payout_line_explained', p_at, array[v_entry], array[null::uuid], array_agg(v_entry),
      array_agg(p.debit_kind order by p.part), array_agg(p.debit_owner order by p.part), array_agg('payout_bank'::account_kind),
      array_agg(a.id::text), array_agg('NGN'::asset), array_agg(p.amount order by p.part)::positive_minor[])
    from (values (1, 'suspense'::account_kind, '', l.amount_minor::numeric), (2, 'expense', 'bank', v_kept))
      as p (part, debit_kind, debit_owner, amount) where p.amount > 0;
  insert into payout_line_answer (line_id, mode, case_id, explained_as, payout_id, entry_id, at)
    values (l.id, a.mode, p_file.id, 'return', x.id, v_entry, p_at);
end $$;

-- Keeps a payout as paid, as the bank reports. A credit with its reference is not its return, and waits in suspense for its owner.
create or replace function keep_paid(p_file case_file, p_payout uuid, p_at timestamptz) returns void language plpgsql as $$
declare
  x payout;
  a payout_account;
  l payout_line;
begin
  select * into strict x from payout where id = p_payout;
  select * into strict a from payout_account where id = x.account_id for no key update;
  select * into strict x from payout where id = p_payout for no key update;
  if x.money_back_at is not null or x.final_entry_id is null or naira_back_since(a.id, x.reference) is null then
    raise exception 'payout % is %, so there is nothing to decide', x.id, x.state using errcode = 'AF040';
  end if;
  insert into payout_reading (id, payout_id, at, kind, code, raw)
    values (afara_uuid(), x.id, p_at, 'evidence', 'was_paid', p_file.resolution || jsonb_build_object('case',
      'cas_' || replace(p_file.id::text, '-', ''), 'proposed_by', p_file.proposed_by, 'approved_by', p_file.approved_by));
  for l in
    select o.* from payout_line o where o.account_id = a.id and o.reference = x.reference and o.direction = 'credit' and o.kind <> 'fee'
      and o.problem is null and o.entry_id is null and not exists (select from payout_line_disowned n where n.line_id = o.id)
  loop
    insert into payout_line_disowned (line_id, mode, case_id, entry_id, at)
      values (l.id, a.mode, p_file.id, book_to_suspense(l, a, p_at), p_at);
    perform ask_about_line(l, a, 'a credit with the reference of a payout, but not its return', p_at);
  end loop;
  update payout set state = 'succeeded', ended_count = 0, ended_told_at = null, next_look_at = null where id = x.id;
end $$;
