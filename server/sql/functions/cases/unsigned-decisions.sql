-- Opens a case for each decision in force that the payer process found without the signatures of two operators:
-- [{case_id, version, action, problem}]. Somebody wrote these decisions without two passkeys, so their business is frozen, or everything if
-- they belong to no business. The case stays until two operators lift that freeze. Returns the cases that were opened now.
create or replace function note_unsigned_decisions(p_found jsonb, p_at timestamptz) returns setof uuid
language plpgsql security definer set search_path = afara, pg_temp as $$
declare
  k case_file;
  f record;
  v_words text;
  v_subject text;
  v_scope text;
  v_of text;
begin
  for f in select * from jsonb_to_recordset(p_found) as x (case_id uuid, version integer, action text, problem text) loop
    v_subject := 'decision:' || f.case_id || ':' || f.version;
    select * into k from case_file where id = f.case_id;
    continue when not found or exists (
      select from case_file c where c.kind = 'reconciliation_differs' and c.facts ->> 'subject' = v_subject);
    v_of := coalesce(k.business_id, (select t.business_id from transaction t where t.id = k.transaction_id))::text;
    v_scope := case when v_of is null then 'all' else 'business' end;
    v_words := format('Two operators did not sign "%s" in cas_%s, which is in force: %s', f.action, replace(f.case_id::text, '-', ''),
      f.problem);
    perform place_freeze(v_scope, coalesce(v_of, ''), v_words, 'system:payer', p_at);
    return next open_case(afara_uuid(), k.mode, 'reconciliation_differs', null, null, null, null, v_words,
      jsonb_build_object('subject', v_subject, 'kind', 'decision', 'scope', 'cas_' || replace(f.case_id::text, '-', ''),
        'stopped', btrim(v_scope || ' ' || coalesce(v_of, '')), 'freeze_id', (
          select z.id from freeze_order z where z.scope = v_scope and z.subject = coalesce(v_of, '') and z.lifted_at is null)),
      null, p_at, p_at + interval '1 hour');
  end loop;
  perform close_case(c.id, '{"action": "dismiss", "reason": "two operators lifted the freeze"}', p_at)
    from case_file c join freeze_order z on z.id = (c.facts ->> 'freeze_id')::uuid
    where c.kind = 'reconciliation_differs' and c.state <> 'resolved' and c.facts ->> 'kind' = 'decision' and z.lifted_at is not null;
end $$;
