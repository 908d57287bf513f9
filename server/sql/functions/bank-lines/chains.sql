-- No line that fits is free. If the source's earlier readings can change places so that one becomes free: the lines along which they move,
-- the reading's own first and the free one last. So a source's readings are always spread over as many of the lines as they can be, and a
-- line is new only if there is no other way. Only lines that another source has named count: one that this source alone has named came of
-- just this. Who is bound to a line by a session id that another source gave too does not move; nor who sits on a line that was used or has
-- told another fee, unless the caller only wants to know where such a chain would end. Of readings that fit the same lines one is asked,
-- those first that may have a free line. It may give up: then nobody knows.
create or replace function find_chain(r bank_line_reading, p_through_used boolean, out chain uuid[], out met_used boolean,
  out gave_up boolean)
language plpgsql as $$
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
  -- Whether a line that was used was in the way is not remembered.
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
        -- A fee that was booked to a line stays with it: who takes the place must tell the same.
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
