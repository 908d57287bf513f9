-- Rehearses a decision before its proposer signs it: approves it in the name of any other operator whom it is not about, carries it out,
-- and rolls all of it back. Nothing remains, whatever the caller does afterwards. Returns null if the decision can be carried out, or the
-- reason why it cannot be carried out yet. Raises the error of the decision if it can never be carried out in this form. Returns null too
-- if there is no such second operator.
create or replace function rehearse_decision(
  p_case uuid, p_version integer, p_operator uuid, p_resolution jsonb, p_seen jsonb, p_at timestamptz
) returns text language plpgsql security definer set search_path = afara, pg_temp as $$
declare
  v_action text := p_resolution ->> 'action';
  v_kind case_kind;
  v_other uuid;
begin
  perform require_active_operator(p_operator);
  select o.id into v_other from operator o
    where o.status = 'active' and o.id <> p_operator and o.id::text is distinct from p_resolution ->> 'operator_id'
    order by o.id limit 1;
  -- Under a standing decision the proposer approves.
  if p_resolution ->> 'standing' is not null then
    v_other := p_operator;
  elsif not found then
    return null;
  end if;
  begin
    update case_file set state = 'awaiting_approval', resolution = p_resolution, seen = p_seen, proposed_by = p_operator,
        version = version + 1
      where id = p_case and version = p_version and state = 'open' returning kind into v_kind;
    if not found then
      return null;
    end if;
    update case_file set state = 'resolved', ended = 'approved', approved_by = v_other, resolved_at = p_at, version = version + 1
      where id = p_case;
    insert into case_step values (p_case, p_version + 1, p_operator, 'proposed', p_resolution, 'rehearsed', p_at),
      (p_case, p_version + 2, v_other, 'approved', p_resolution, 'rehearsed', p_at);
    case
      when exists (select from decision d where d.kind = v_kind and d.action = v_action) then
        perform carry_out(p_case, p_at);
      when v_action = 'set_cap' then
        perform carry_out_cap(p_case);
      when v_action = 'top_up_lane' then
        perform carry_out_top_up(p_case, p_at);
      when v_action in ('allocate', 'return') then
        execute format('select %I($1, $2, $3)', 'carry_out_' || v_action) using p_case, afara_uuid(), p_at;
      else
        execute format('select %I($1, $2)', 'carry_out_' || v_action) using p_case, p_at;
    end case;
    raise exception 'the rehearsal ends' using errcode = 'AF444';
  exception
    when sqlstate 'AF444' then
      return null;
    -- The decision waits for something else: a lien, a lane, a comparison, a reading of the chain or a bank's answer. The second operator
    -- may approve it afterwards.
    when sqlstate 'AF041' or sqlstate 'AF045' or sqlstate 'AF052' or sqlstate 'AF054' or sqlstate 'AF062' or sqlstate 'AF400'
      or sqlstate 'AF410' or sqlstate 'AF412' or sqlstate 'AF441' then
      return sqlerrm;
  end;
end $$;
