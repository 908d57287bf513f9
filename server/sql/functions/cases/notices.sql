-- Queues a mail that tells an operator why they should open a case: it was handed over to them, waits for approval, is due soon or is
-- overdue. The same notice goes to the endpoint of the team, if there is one. It names neither payers nor amounts, because both are read by
-- others. Useless after a day.
create or replace function notify_operator(p_file case_file, p_operator uuid, p_why text, p_by uuid, p_at timestamptz) returns void
language sql as $$
  select queue_mail(afara_uuid(), p_operator, null, k.kind, jsonb_strip_nulls(jsonb_build_object(
      'case_id', p_file.id, 'kind', p_file.kind, 'mode', p_file.mode, 'why', p_why, 'due_at', p_file.due_at,
      'by', (select o.name from operator o where o.id = p_by))), null, p_at + interval '1 day', p_at)
  from (values ('case_notice'), ('case_hook')) as k (kind)
$$;

-- Tells who can approve a proposal: the owner of the case, or if the owner proposed it, every other operator who decides cases. Nobody if
-- the proposer may approve it.
create or replace function notify_approvers(p_file case_file, p_at timestamptz) returns void language sql as $$
  select notify_operator(p_file, o.id, 'approval', p_file.proposed_by, p_at) from operator o
  where people_needed(p_file) > 1 and o.status = 'active' and o.id <> p_file.proposed_by
    and case when p_file.owner_id <> p_file.proposed_by then o.id = p_file.owner_id else 'operator' = any (o.roles) end
$$;

-- Tells the owner of each case that is due within half an hour, and of each that is overdue, once. Returns how many were told.
create or replace function remind_case_owners(p_at timestamptz) returns integer
language plpgsql security definer set search_path = afara, pg_temp as $$
declare
  v_file case_file;
  v_why text;
  v_told integer := 0;
begin
  for v_file in
    select c.* from case_file c
    where c.state <> 'resolved' and c.due_at <= p_at + interval '30 minutes' and c.owner_id is not null
  loop
    v_why := case when v_file.due_at <= p_at then 'overdue' else 'due_soon' end;
    if not exists (
        select from mail m where m.operator_id = v_file.owner_id and m.created_at >= v_file.opened_at and m.kind = 'case_notice'
          and m.details ->> 'case_id' = v_file.id::text and m.details ->> 'why' = v_why) then
      perform notify_operator(v_file, v_file.owner_id, v_why, null, p_at);
      v_told := v_told + 1;
    end if;
  end loop;
  return v_told;
end $$;
