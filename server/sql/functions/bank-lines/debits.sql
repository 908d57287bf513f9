-- Assigns a reading to the debit that matches it, or adds one with the id p_id. A credit is taken back only once, so a reading that undoes
-- a credit belongs to the debit that undid it, however far apart their days are. If another reading of the source was assigned to that
-- debit without naming the credit, that reading is assigned again.
create or replace function find_or_add_debit(
  p_id uuid, p_mode mode, r bank_line_reading, p_at timestamptz, out outcome text, out line_id uuid
) language plpgsql as $$
declare
  v_undone uuid := line_undone_by_reading(r);
  v_debit uuid;
  v_assigned bank_line_reading;
  v_chain uuid[];
  v_moved uuid;
begin
  outcome := 'known';
  for v_debit in select t from debits_undoing_credit(v_undone, r.settled_minor) t loop
    v_assigned := reading_of_line(r.source, v_debit);
    continue when line_undone_by_reading(v_assigned) = v_undone;
    line_id := v_debit;
    delete from bank_line_assignment s where s.reading_id = v_assigned.id;
    perform assign_reading(r, l, p_at) from bank_line l where l.id = v_debit;
    if v_assigned.id is not null then
      select d.outcome, d.line_id into outcome, v_moved from find_or_add_debit(p_id, p_mode, v_assigned, p_at) d;
      insert into bank_line_move values (v_assigned.id, v_debit, v_moved, p_at);
    end if;
    return;
  end loop;
  v_chain := find_debit_chain(r);
  if v_chain is null then
    outcome := 'new';
    line_id := p_id;
    perform add_line(p_id, p_mode, r, p_at);
    return;
  end if;
  -- The last reading moves first, so that each line is free when the next reading is assigned to it.
  for v_at in reverse cardinality(v_chain)..1 loop
    v_assigned := case when v_at = 1 then r else reading_of_line(r.source, v_chain[v_at - 1]) end;
    perform assign_reading(v_assigned, l, p_at) from bank_line l where l.id = v_chain[v_at];
  end loop;
  perform reconcile_undone_credit(reading_of_line(r.source, l.id), l, p_at)
    from unnest(v_chain) c cross join lateral (select b.* from bank_line b where b.id = c offset 0) l;
  line_id := v_chain[1];
end $$;

-- Finds a debit that matches a reading, and the debits along which earlier readings of its source move to free one: the debit for the
-- reading itself first, the free one last. Null if there is none. A reading does not move if another source names the same credit with the
-- same session id. Considers at most 100 readings.
create or replace function find_debit_chain(r bank_line_reading) returns uuid[] language plpgsql stable as $$
declare
  v_waiting bank_line_reading[] := array[r];
  v_reached_from integer[] := '{0}';
  v_lines uuid[] := '{}';
  v_before integer[] := '{}';
  v_chain uuid[];
  v_next integer := 0;
  v_at integer;
  v_undone uuid;
  v_of uuid;
  w bank_line_reading;
  y bank_line_reading;
  d record;
begin
  if not exists (select from bank_line_slot p
      where p.vendor_account_id = r.vendor_account_id and p.settled_minor = r.settled_minor and p.direction = 'debit'
        and p.kind <> 'charge' and r.source <> all (p.named_by)) then
    return null;
  end if;
  while v_next < least(cardinality(v_waiting), 100) loop
    v_next := v_next + 1;
    w := v_waiting[v_next];
    v_undone := line_undone_by_reading(w);
    for d in
      select o.id, o.is_free from (
        select l.id, l.value_date, debit_fit(w, v_undone, l) as fit, s.id is null as is_free
        from debits_of_amount(w) l cross join lateral reading_of_line(w.source, l.id) s
        where l.id <> all (v_lines)) o
      where o.fit is not null order by o.is_free desc, o.fit, o.value_date, o.id
    loop
      y := null;
      if not d.is_free then
        y := reading_of_line(w.source, d.id);
        v_of := line_undone_by_reading(y);
        continue when exists (
          select from bank_line_assignment s
          cross join lateral (select o.* from bank_line_reading o where o.id = s.reading_id offset 0) z
          where s.line_id = d.id and s.source <> w.source and line_undone_by_reading(z) = v_of
            and (reading_of_line(z.source, v_of)).session_id = (reading_of_line(w.source, v_of)).session_id);
      end if;
      v_lines := v_lines || d.id;
      v_before := v_before || v_reached_from[v_next];
      if d.is_free then
        v_at := cardinality(v_lines);
        while v_at > 0 loop
          v_chain := v_lines[v_at] || v_chain;
          v_at := v_before[v_at];
        end loop;
        return v_chain;
      end if;
      v_waiting := v_waiting || y;
      v_reached_from := v_reached_from || cardinality(v_lines);
    end loop;
  end loop;
  return null;
end $$;

-- Returns the debits of a reading's account and settled amount, without charges.
create or replace function debits_of_amount(r bank_line_reading) returns setof bank_line language sql stable as $$
  select d.* from bank_line_slot p cross join lateral (select l.* from bank_line l where l.id = p.line_id offset 0) d
  where p.vendor_account_id = r.vendor_account_id and p.settled_minor = r.settled_minor and p.direction = 'debit' and p.kind <> 'charge'
$$;

-- Returns how well a reading matches a debit: 2 if both name an undone credit and the two credits may be one payment, 3 if only one of them
-- names a credit and the day of the other lies between that credit and the day of the one that names it, 4 if nothing contradicts the
-- match, null if they do not match. A feed dates a reversal by the day on which it reports it. A statement often has the day but not the
-- credit.
create or replace function debit_fit(r bank_line_reading, p_undone uuid, d bank_line) returns integer language plpgsql stable as $$
declare
  v_other uuid := credit_undone_by_debit(d);
  v_said bank_line_reading;
begin
  if p_undone is not null and v_other is not null then
    v_said := reading_of_line(r.source, p_undone);
    return case when v_said.id is not null and not exists (select from objections(v_said, v_other)) then 2 end;
  end if;
  if exists (select from bank_line_slot c where c.line_id = p_undone and d.value_date between c.first_day - 1 and r.value_date)
      or exists (select from bank_line_slot c where c.line_id = v_other and r.value_date between c.first_day - 1 and d.value_date) then
    return 3;
  end if;
  return case when not exists (select from objections(r, d.id)) then 4 end;
end $$;

-- Returns the debits of a settled amount that undo a credit, the earliest first.
create or replace function debits_undoing_credit(p_credit uuid, p_settled numeric) returns setof uuid language sql stable as $$
  select d.id from (
    select b.debit_line_id as id from credit_take_back b where b.credit_line_id = p_credit
    union
    select l.id from bank_line l where l.undoes = p_credit
    union
    select l.debit_line_id from credit_lien l where l.line_id = p_credit and l.debit_line_id is not null
    offset 0) m
  cross join lateral (select l.* from bank_line l where l.id = m.id offset 0) d
  where d.direction = 'debit' and d.kind <> 'charge' and d.settled_minor = p_settled and credit_undone_by_debit(d) = p_credit
  order by d.value_date, d.id
$$;

-- Returns the line that a reading undoes, or null. Finds it by the external id that the reading names, else by its session id, else by a
-- session id in its narration if only one credit of the amount has that id. Value dates may differ by days around holidays.
create or replace function line_undone_by_reading(r bank_line_reading) returns uuid language sql stable as $$
  select coalesce(
    (select (select t.line_id from bank_line_assignment t where t.reading_id = s.id) from bank_line_reading s
      where s.vendor_account_id = r.vendor_account_id and s.source = r.source and s.external_id = r.undoes_external_id
        and s.direction <> r.direction),
    (select l.id from bank_line_reading s
      cross join lateral (select t.line_id from bank_line_assignment t where t.reading_id = s.id offset 0) t
      cross join lateral (select b.* from bank_line b where b.id = t.line_id offset 0) l
      where r.direction = 'debit' and r.kind <> 'charge'
        and s.session_id = r.session_id and (s.vendor_account_id = r.vendor_account_id) is true
        and s.direction = 'credit' and l.kind <> 'charge' and r.settled_minor in (l.settled_minor, l.gross_minor)
      limit 1),
    (select case when count(distinct l.id) = 1 then (array_agg(l.id))[1] end
      from (
        select b.* from bank_line b
          where b.vendor_account_id = r.vendor_account_id and b.settled_minor = r.settled_minor
            and b.value_date between r.value_date - 60 and r.value_date + 10
        union all
        select b.* from bank_line b
          where b.vendor_account_id = r.vendor_account_id and b.gross_minor = r.settled_minor and b.gross_minor <> b.settled_minor
            and b.value_date between r.value_date - 60 and r.value_date + 10
        offset 0) l
      cross join lateral (select t.reading_id from bank_line_assignment t where t.line_id = l.id offset 0) t
      cross join lateral (select o.session_id from bank_line_reading o where o.id = t.reading_id offset 0) s
      where r.direction = 'debit' and r.kind <> 'charge' and l.direction = 'credit' and l.kind <> 'charge'
        and length(s.session_id) >= 16 and strpos(r.narration, s.session_id) > 0))
$$;

-- Returns the credit that a debit undoes, or null: the one recorded with the debit, or the one of a later take-back or lien.
create or replace function credit_undone_by_debit(d bank_line) returns uuid language sql stable
  return coalesce(d.undoes, (select b.credit_line_id from credit_take_back b where b.debit_line_id = d.id),
    (select l.line_id from credit_lien l where l.debit_line_id = d.id order by l.placed_at desc limit 1));

-- Returns the credit that a debit undoes, or null: the one recorded with the debit, or the one that the first of its readings names.
create or replace function credit_undone_by_readings(d bank_line) returns uuid language sql stable as $$
  select coalesce(d.undoes, (
    select u.id from bank_line_assignment s join bank_line_reading r on r.id = s.reading_id
    cross join lateral (select line_undone_by_reading(r) as id) u
    where s.line_id = d.id and u.id is not null order by r.seen_at, r.id limit 1))
$$;

-- Handles a reading that says a debit undid one credit although the debit took back another of the same amount. If nothing of the credits
-- was used, the source's readings of the two credits swap places. Otherwise a lien blocks the credit that the reading names, and operators
-- decide.
create or replace function reconcile_undone_credit(r bank_line_reading, d bank_line, p_at timestamptz) returns void language plpgsql as $$
declare
  v_said_of uuid := line_undone_by_reading(r);
  v_taken uuid := credit_undone_by_debit(d);
  v_said bank_line_reading;
  v_other bank_line_reading;
begin
  if v_said_of is null or v_taken is null or v_said_of = v_taken or line_is_taken_back(v_said_of) then
    return;
  end if;
  v_said := reading_of_line(r.source, v_said_of);
  v_other := reading_of_line(r.source, v_taken);
  if v_said.id is not null and v_other.id is not null and line_is_taken_back(v_taken) and not line_is_used(v_said_of)
      and v_said.gross_minor = v_other.gross_minor and not exists (select from allocation a where a.line_id = v_taken)
      and not exists (select from objections(v_said, v_taken)) and not exists (select from objections(v_other, v_said_of)) then
    delete from bank_line_assignment s where s.reading_id in (v_said.id, v_other.id);
    perform assign_reading(v_said, l, p_at) from bank_line l where l.id = v_taken;
    perform assign_reading(v_other, l, p_at) from bank_line l where l.id = v_said_of;
    insert into bank_line_move values (v_said.id, v_said_of, v_taken, p_at), (v_other.id, v_taken, v_said_of, p_at);
    perform reset_line_search(r.vendor_account_id);
  else
    perform place_lien(v_said_of, null, 'system:bank-lines',
      format('%s reports that this credit was reversed, but the bank reversed crd_%s, which has the same amount', r.source,
        replace(v_taken::text, '-', '')), p_at);
  end if;
end $$;
