-- Finds a chain of moves that frees a line for reading r. Each earlier reading of the same source moves to the next line in the chain. The
-- first line is for r, and the last is a line that is free now. The readings of a source thus cover as many lines as they can, and a line
-- is added only if there is no other way. A reading does not move if another source gave its line the same session id. Two more readings do
-- not move: one whose line is used, and one whose fee differs from that of the reading that would replace it. p_through_used lets these two
-- move, to learn where the chain would end. met_used reports that one of these two blocked a chain. gave_up means that the search ran out
-- of steps, so it is unknown whether a chain exists.
create or replace function find_chain(
  r bank_line_reading, p_through_used boolean, out chain uuid[], out met_used boolean, out gave_up boolean
) language plpgsql as $$
declare
  v_setting text := case when p_through_used then 'afara.no_way_through' else 'afara.no_way' end;
  v_seen bigint[] := ruled_out_classes(v_setting);
  v_no_line bigint[] := ruled_out_classes('afara.no_line');
  v_steps integer := coalesce(nullif(current_setting('afara.steps_left', true), ''), '40000')::integer;
  v_waiting bank_line_reading[] := array[r];
  v_reached_from integer[] := '{0}';
  v_lines uuid[] := '{}';
  v_before integer[] := '{}';
  v_next integer := 0;
  v_at integer;
  v_free uuid;
  v_is_full boolean;
  v_has_no_line boolean;
  n record;
  w bank_line_reading;
  v_assigned bank_line_reading;
begin
  gave_up := false;
  -- If this class was already ruled out, a used line may have blocked the earlier search. That was not recorded, so it is assumed.
  met_used := reading_class_hash(r) = any (v_seen);
  if met_used then
    return;
  end if;
  v_seen := v_seen || reading_class_hash(r);
  <<asking>>
  while v_next < cardinality(v_waiting) loop
    v_next := v_next + 1;
    w := v_waiting[v_next];
    v_is_full := has_unshared_session(w);
    foreach v_has_no_line in array array[false, true] loop
      continue when v_has_no_line and v_no_line = '{}';
      for n in select * from assignments_near(w, v_is_full, v_seen, v_no_line, v_has_no_line) loop
        v_steps := v_steps - 1;
        continue when n.class = any (v_seen);
        select s.* into strict v_assigned from bank_line_reading s where s.id = n.reading_id;
        continue when v_assigned.session_id is not null and exists (
          select from bank_line_assignment t
          cross join lateral (select from bank_line_reading s where s.id = t.reading_id and s.session_id = v_assigned.session_id offset 0) s
          where t.line_id = n.line_id and t.source <> r.source);
        -- A fee that was booked to a line stays with it, so the reading that moves to the line must report the same fee.
        if not p_through_used and (v_assigned.gross_minor <> w.gross_minor or line_is_used(n.line_id)) then
          met_used := true;
          continue;
        end if;
        v_lines := v_lines || n.line_id;
        v_before := v_before || v_reached_from[v_next];
        if n.class <> all (v_no_line) then
          v_steps := v_steps - 20;
          v_free := find_free_line(v_assigned);
          exit asking when v_free is not null;
          v_no_line := v_no_line || n.class;
        end if;
        gave_up := v_steps <= 0;
        exit asking when gave_up;
        v_seen := v_seen || n.class;
        v_waiting := v_waiting || v_assigned;
        v_reached_from := v_reached_from || cardinality(v_lines);
      end loop;
    end loop;
  end loop;
  if v_free is not null then
    chain := array[v_free];
    v_at := cardinality(v_lines);
    while v_at > 0 loop
      chain := v_lines[v_at] || chain;
      v_at := v_before[v_at];
    end loop;
  elsif not gave_up then
    perform set_config(v_setting, v_seen::text, true);
  end if;
  perform set_config('afara.no_line', v_no_line::text, true), set_config('afara.steps_left', v_steps::text, true);
end $$;

-- Returns, for find_chain, the assignments that the reading's own source made to lines that the reading matches. p_but excludes classes of
-- readings. If p_are_given is true, returns only assignments whose class is in p_classes. If it is false, returns only those whose class is
-- not. Lines that no other source has named are not returned.
create or replace function assignments_near(w bank_line_reading, p_is_full boolean, p_but bigint[], p_classes bigint[], p_are_given boolean)
returns table (line_id uuid, reading_id uuid, class bigint) language sql stable as $$
  select near.line_id, t.reading_id, t.class
  from (
    select m.line_id from lines_of_payer(w, '{""}') as m (line_id) where w.payer_words <> '{}'
    union all
    select p.line_id from slots_near(w) p where w.payer_words = '{}'
    offset 0) near
  cross join lateral (
    select s.line_id, s.reading_id, s.class from bank_line_assignment s
    where s.line_id = near.line_id and s.source = w.source and s.class <> all (p_but)
      and (s.class = any (p_classes)) = p_are_given offset 0) t
  cross join lateral (
    select p.line_id from bank_line_slot p
    where p.line_id = t.line_id and p.direction = w.direction and kinds_agree(p.kind, w.kind)
      and p.settled_minor = w.settled_minor
      and p.first_day between least(lagos_day(w.booked_at), w.value_date) - 20 and greatest(lagos_day(w.booked_at), w.value_date) + 1
      and p.last_day >= least(lagos_day(w.booked_at), w.value_date) - 1
      and (not p_is_full or p.sessions_by <@ array[w.source::text]) offset 0) p
  where not exists (select from objections(w, p.line_id))
$$;

-- Starts the search for the lines of one page. Settings of the database transaction keep the sources that have named lines of the account,
-- the classes of readings for which no line is free (no_line) or no chain exists (no_way, no_way_through), and the remaining steps. No line
-- becomes free while a page is recorded, so these settings stay valid. The steps are limited because the account is locked during the
-- search.
create or replace function reset_line_search(p_account uuid) returns void language sql as $$
  with recursive told as (
    select (select min(r.source::text) from bank_line_reading r where r.vendor_account_id = p_account) as source
    union all
    select (select min(r.source::text) from bank_line_reading r where r.vendor_account_id = p_account and r.source > t.source)
    from told t where t.source is not null
  )
  select set_config('afara.sources', coalesce(array_agg(t.source) filter (where t.source is not null), '{}')::text, true),
    set_config('afara.no_line', '{}', true), set_config('afara.no_way', '{}', true), set_config('afara.no_way_through', '{}', true),
    set_config('afara.steps_left', '40000', true)
  from told t
$$;

-- Returns the classes of readings that a setting of reset_line_search has ruled out.
create or replace function ruled_out_classes(p_setting text) returns bigint[] language sql stable
  return coalesce(nullif(current_setting(p_setting, true), ''), '{}')::bigint[];

-- Returns the sources other than p_source that have named lines of the account. Needs reset_line_search in the same transaction.
create or replace function other_sources(p_source text) returns text[] language sql stable
  return array_remove(current_setting('afara.sources')::text[], p_source);
