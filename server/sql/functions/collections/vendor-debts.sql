-- Shows what operators decided last about each vendor.
create or replace view current_vendor_terms as
  select distinct on (t.mode, t.vendor) t.mode, t.vendor, t.cap_minor, t.pays_from_number, t.pays_from_bank, t.decided_at
  from vendor_terms t order by t.mode, t.vendor, t.decided_at desc, t.case_id desc;

-- Returns how much we deliver before a vendor settles: what two operators decided last, or else five million naira. Test money is worth
-- nothing, so test mode waits only if operators say so.
create or replace function vendor_cap(p_mode mode, p_vendor text) returns numeric
language sql stable security definer set search_path = afara, pg_temp as $$
  select coalesce((select t.cap_minor::numeric from current_vendor_terms t where t.mode = p_mode and t.vendor = p_vendor),
    case p_mode when 'live' then 500000000 else 100000000000000 end)
$$;

-- Returns the vendor that owes us what a bank line shows: the line is on its pool, and it settles later. Null for any other line.
create or replace function debtor_of(l bank_line) returns text language sql stable as $$
  select v.feed from vendor_account v join current_rail r on r.mode = v.mode and r.vendor = v.feed
  where v.id = l.vendor_account_id and v.is_pool and r.settles = 'next_working_day'
$$;

-- Changes the debt of a vendor and books it against the account p_kind:p_owner. A payment that it collected raises the debt; everything
-- else clears it. Raises AF560 if an operator would clear more than the vendor owes.
create or replace function move_debt(p_id uuid, p_mode mode, p_vendor text, p_move text, p_amount numeric, p_kind account_kind,
  p_owner text, p_step text, p_booked_at timestamptz, p_at timestamptz) returns void language plpgsql as $$
declare
  v_debt vendor_debt;
  v_entry uuid := afara_uuid();
  v_is_raised boolean := p_move = 'collected';
  v_receivable text := 'collections:' || p_vendor;
begin
  insert into vendor_debt values (p_mode, p_vendor, 0, 0) on conflict do nothing;
  select * into strict v_debt from vendor_debt d where d.mode = p_mode and d.vendor = p_vendor for update;
  if p_move = 'written_off' and v_debt.cleared_minor::numeric + p_amount > v_debt.collected_minor::numeric then
    raise exception '% owes only %', p_vendor, v_debt.collected_minor::numeric - v_debt.cleared_minor::numeric using errcode = 'AF560';
  end if;
  perform post_entry(v_entry, p_mode, null, p_step, p_at,
    array[case when v_is_raised then 'receivable' else p_kind end]::account_kind[], array[case when v_is_raised then v_receivable
      else p_owner end],
    array[case when v_is_raised then p_kind else 'receivable' end]::account_kind[], array[case when v_is_raised then p_owner
      else v_receivable end],
    array['NGN']::asset[], array[p_amount]::positive_minor[]);
  insert into vendor_debt_move (id, mode, vendor, kind, amount_minor, through_minor, booked_at, entry_id, at)
    values (p_id, p_mode, p_vendor, p_move, p_amount,
      p_amount + case when v_is_raised then v_debt.collected_minor::numeric else v_debt.cleared_minor::numeric end, p_booked_at, v_entry,
      p_at);
  update vendor_debt d set collected_minor = d.collected_minor + case when v_is_raised then p_amount else 0 end,
      cleared_minor = d.cleared_minor + case when v_is_raised then 0 else p_amount end
    where d.mode = p_mode and d.vendor = p_vendor;
  if not v_is_raised then
    perform wake_for_settlement(v_debt, p_at);
  end if;
end $$;

-- Books what a vendor owes us because of a line on its pool. The line's own entry stays as for any bank account, so the signer and the
-- payer verify it alike; this entry moves its naira from the bank to the vendor's debt. Called in the commit that books the line.
create or replace function owe_line(l bank_line, p_at timestamptz) returns void language plpgsql as $$
declare
  v_vendor text := debtor_of(l);
begin
  if v_vendor is null or l.settled_minor = 0 then
    return;
  end if;
  perform move_debt(l.id, l.mode, v_vendor, case l.direction when 'credit' then 'collected' else 'sent_back' end, l.settled_minor::numeric,
    'bank', l.vendor_account_id::text, case l.direction when 'credit' then 'owed_by_vendor' else 'sent_back_by_vendor' end, l.booked_at,
    p_at);
end $$;

-- Returns a vendor whose settlement a buy waits for; null if it waits for none. A payment is released when what was cleared plus the cap
-- reaches it, so that we never deliver more on a vendor's credit than its cap, and the oldest payments are released first.
create or replace function unsettled_vendor(p_transaction uuid) returns text language sql stable as $$
  select min(m.vendor) from allocation a
  join vendor_debt_move m on m.id = a.line_id and m.kind = 'collected'
  join vendor_debt d on d.mode = m.mode and d.vendor = m.vendor
  where a.transaction_id = p_transaction and m.through_minor::numeric > d.cleared_minor::numeric + vendor_cap(m.mode, m.vendor)
$$;

-- Returns whether a payment through a vendor would wait for its settlement.
create or replace function is_vendor_full(p_mode mode, p_vendor text) returns boolean language sql stable as $$
  select coalesce((select d.collected_minor::numeric >= d.cleared_minor::numeric + vendor_cap(p_mode, p_vendor)
    from vendor_debt d where d.mode = p_mode and d.vendor = p_vendor), vendor_cap(p_mode, p_vendor) = 0 and exists (
      select from current_rail r where r.mode = p_mode and r.vendor = p_vendor and r.settles = 'next_working_day'))
$$;

-- Makes the buys due whose payments a vendor had not settled yet. p_debt is its debt before it settled or before its cap changed.
create or replace function wake_for_settlement(p_debt vendor_debt, p_at timestamptz) returns void language sql as $$
  update wake w set due_at = p_at
    where w.due_at > p_at and w.subject_id in (
      select a.transaction_id from vendor_debt_move m
      join allocation a on a.line_id = m.id
      join transaction t on t.id = a.transaction_id and t.status = 'payment_received'
      where m.mode = p_debt.mode and m.vendor = p_debt.vendor and m.kind = 'collected' and m.through_minor > p_debt.cleared_minor)
$$;

-- Books a credit as a settlement of a vendor. All of it must be unused. Returns false if it is not.
create or replace function settle_debt(p_line uuid, p_vendor text, p_at timestamptz) returns boolean language plpgsql as $$
declare
  f credit_fund;
begin
  select c.* into f from credit_fund c join bank_line l on l.id = c.line_id left join bank_line_fee e on e.line_id = l.id
    where c.line_id = p_line and not c.has_lien
      and c.left_minor::numeric = l.gross_minor::numeric + coalesce(e.fee_minor::numeric, 0) for update of c;
  if not found then
    return false;
  end if;
  delete from credit_fund c where c.line_id = p_line;
  perform move_debt(p_line, f.mode, p_vendor, 'settled', f.left_minor::numeric, 'suspense', '', 'settled_by_vendor', f.booked_at, p_at);
  perform close_case(k.id, '{"action": "dismiss", "reason": "the credit is a settlement of a vendor"}', p_at) from case_file k
    where k.line_id = p_line and k.state <> 'resolved' and k.kind in ('unmatched', 'stale_credit');
  return true;
end $$;

-- Books the credits of an account that came from the account from which a vendor pays us. Returns how many. Locks the
-- account. A credit under a case of another kind waits for its operators.
create or replace function settle_from_vendors(p_account uuid, p_at timestamptz) returns integer
language plpgsql security definer set search_path = afara, pg_temp as $$
declare
  v_count integer := 0;
  s record;
begin
  perform pg_advisory_xact_lock(hashtextextended('bank_account' || p_account, 0));
  for s in
    select f.line_id, t.vendor from vendor_account v
    join current_vendor_terms t on t.mode = v.mode and t.pays_from_number is not null
    join credit_fund f on f.vendor_account_id = v.id and f.payer_account_number = t.pays_from_number
      and f.payer_bank_code = t.pays_from_bank
    where v.id = p_account and not v.is_pool and v.state <> 'frozen' and (f.blocked_by is null or exists (
      select from case_file k where k.id = f.blocked_by and k.kind in ('unmatched', 'stale_credit') and k.state = 'open'))
    order by f.booked_at, f.line_id
  loop
    v_count := v_count + settle_debt(s.line_id, s.vendor, p_at)::integer;
  end loop;
  return v_count;
end $$;

-- Sets the cap of a vendor and the account from which it pays us, as two operators decided.
create or replace function set_decided_vendor_terms(p_file case_file, p_at timestamptz) returns void language plpgsql as $$
declare
  r jsonb := p_file.resolution;
begin
  insert into vendor_terms values (p_file.id, p_file.mode, r ->> 'vendor', (r ->> 'cap_minor')::numeric, r ->> 'pays_from_number',
    r ->> 'pays_from_bank', p_at);
  perform wake_for_settlement(d, p_at) from vendor_debt d where d.mode = p_file.mode and d.vendor = r ->> 'vendor';
end $$;

-- Books a credit as a settlement, as two operators decided, because the bank does not show who sent it. Raises AF561 if part of it is used
-- or under a lien, and AF562 if the line is no credit of a bank account of ours.
create or replace function book_decided_settlement(p_file case_file, p_at timestamptz) returns void language plpgsql as $$
declare
  v_line uuid := (p_file.resolution ->> 'line_id')::uuid;
begin
  if not exists (
      select from bank_line l join vendor_account v on v.id = l.vendor_account_id left join bank_line_fee f on f.line_id = l.id
      where l.id = v_line and l.direction = 'credit' and not v.is_pool
        and l.gross_minor::numeric + coalesce(f.fee_minor::numeric, 0) = (p_file.resolution ->> 'amount_minor')::numeric) then
    raise exception 'the line is not a credit of this amount on a bank account of ours' using errcode = 'AF562';
  end if;
  if not settle_debt(v_line, p_file.resolution ->> 'vendor', p_at) then
    raise exception 'part of the credit is used, or it is under a lien' using errcode = 'AF561';
  end if;
end $$;

-- Writes off what a vendor owes us and will not pay, as two operators decided: as its fee, or as our loss.
create or replace function write_off_decided_debt(p_file case_file, p_at timestamptz) returns void language plpgsql as $$
declare
  r jsonb := p_file.resolution;
begin
  perform move_debt(p_file.id, p_file.mode, r ->> 'vendor', 'written_off', (r ->> 'amount_minor')::numeric, 'expense',
    case r ->> 'as' when 'fee' then 'bank' else 'loss' end, 'vendor_debt_written_off', p_at, p_at);
end $$;
