-- Posts a line to the ledger, in an entry with the line's id. A charge is booked as an expense at once. Other lines are booked to suspense:
-- a credit until its owner is known, a debit until its reason is known. The fee that a vendor deducted from a credit is an expense.
-- On the pool of a vendor that settles later, the vendor then owes us the settled amount.
create or replace function book_line(l bank_line, p_at timestamptz) returns void language plpgsql as $$
declare
  v_bank text := l.vendor_account_id::text;
  v_fee numeric := l.gross_minor::numeric - l.settled_minor::numeric;
begin
  if l.direction = 'debit' then
    if l.settled_minor > 0 then
      perform post_entry(l.id, l.mode, null, case l.kind when 'charge' then 'charge_seen' else 'debit_seen' end, p_at,
        array[case l.kind when 'charge' then 'expense' else 'suspense' end]::account_kind[],
        array[case l.kind when 'charge' then 'bank' else '' end],
        array['bank']::account_kind[], array[v_bank], array['NGN']::asset[], array[l.settled_minor]::positive_minor[]);
    end if;
  elsif l.kind = 'charge' then
    if l.settled_minor > 0 then
      perform post_entry(l.id, l.mode, null, 'charge_returned', p_at, array['bank']::account_kind[], array[v_bank],
        array['expense']::account_kind[], array['bank'], array['NGN']::asset[], array[l.settled_minor]::positive_minor[]);
    end if;
  elsif v_fee = 0 then
    perform post_entry(l.id, l.mode, null, 'credit_seen', p_at, array['bank']::account_kind[], array[v_bank],
      array['suspense']::account_kind[], array[''], array['NGN']::asset[], array[l.settled_minor]::positive_minor[]);
  elsif l.settled_minor = 0 then
    perform post_entry(l.id, l.mode, null, 'credit_seen', p_at, array['expense']::account_kind[], array['bank'],
      array['suspense']::account_kind[], array[''], array['NGN']::asset[], array[v_fee]::positive_minor[]);
  else
    perform post_entry(l.id, l.mode, null, 'credit_seen', p_at, array['bank', 'expense']::account_kind[],
      array[v_bank, 'bank'], array['suspense', 'suspense']::account_kind[], array['', ''], array['NGN', 'NGN']::asset[],
      array[l.settled_minor, v_fee]::positive_minor[]);
  end if;
  perform owe_line(l, p_at);
end $$;

-- Books new payments of one account as book_line does. Those without a fee, which are nearly all, are posted together.
create or replace function book_new_credits(p_account uuid, p_mode mode, p_lines uuid[], p_at timestamptz) returns void
language plpgsql as $$
declare
  v_ids uuid[];
  v_amounts positive_minor[];
begin
  select array_agg(l.id), array_agg(l.settled_minor) into v_ids, v_amounts from bank_line l
    where l.id = any (p_lines) and l.gross_minor = l.settled_minor;
  if v_ids is not null then
    perform post_entries(p_mode, v_ids, '{}', 'credit_seen', p_at, 'bank', p_account::text, 'suspense',
      array_fill(''::text, array[cardinality(v_ids)]), 'NGN', v_amounts);
    if exists (select from vendor_account v where v.id = p_account and v.is_pool) then
      perform owe_line(l, p_at) from bank_line l where l.id = any (v_ids);
    end if;
  end if;
  perform book_line(l, p_at) from bank_line l where l.id = any (p_lines) and l.gross_minor <> l.settled_minor;
end $$;

-- Adds an amount to the fund of a line, and opens the fund if the line has none. A lien on the line applies to its fund.
create or replace function add_to_fund(l bank_line, p_amount numeric) returns void language plpgsql as $$
begin
  insert into credit_fund (line_id, vendor_account_id, mode, left_minor, booked_at, payer_words, narration)
    values (l.id, l.vendor_account_id, l.mode, p_amount, l.booked_at, '{}', l.narration)
    on conflict (line_id) do update set left_minor = credit_fund.left_minor + excluded.left_minor;
  perform apply_lien_to_fund(l.id);
  perform refresh_fund(l.id);
end $$;

-- Updates a fund with the best known payer, the narration of the first reading, and the time of the first reading. A reading that reports
-- only the day counts only if no reading reports a time of day.
create or replace function refresh_fund(p_line uuid) returns void language plpgsql as $$
declare
  p bank_line_known_payer := payer_of_line(p_line);
  v_words text[] := array(select jsonb_array_elements_text(p.payer_words));
  v_narration text;
  v_booked timestamptz;
begin
  select (array_agg(r.narration order by r.seen_at, r.xid, r.id))[1],
      (array_agg(r.booked_at order by is_lagos_midnight(r.booked_at), r.seen_at, r.xid, r.id))[1]
    into v_narration, v_booked
    from bank_line_assignment s cross join lateral (select o.* from bank_line_reading o where o.id = s.reading_id offset 0) r
    where s.line_id = p_line;
  update credit_fund f set
    payer_account_number = p.payer_account_number, payer_account_mask = p.payer_account_mask, payer_name = p.payer_name,
    payer_words = v_words, payer_bank_code = p.payer_bank_code, booked_at = v_booked, narration = v_narration
  where f.line_id = p_line and v_booked is not null
    and (f.payer_account_number, f.payer_account_mask, f.payer_name, f.payer_words, f.payer_bank_code, f.booked_at, f.narration)
      is distinct from (p.payer_account_number, p.payer_account_mask, p.payer_name, v_words, p.payer_bank_code, v_booked, v_narration);
end $$;
