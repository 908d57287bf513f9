-- Opens a case for each decision in force that the signer or the payer found without the signatures of two operators:
-- [{case_id, version, action, problem}]. Somebody wrote these decisions without two passkeys. Everything is frozen, because the holder of a
-- database role chooses the business of a case. A lifted freeze is placed again for a decision that the lift does not name. If p_is_all,
-- ends the cases of decisions that are not found any more: two operators signed that they accept these. Also ends
-- the case of break_glass when its freeze was lifted. Returns the cases that were opened now.
create or replace function note_unsigned_decisions(p_found jsonb, p_is_all boolean, p_at timestamptz) returns setof uuid
language plpgsql security definer set search_path = afara, pg_temp as $$
declare
  k case_file;
  f record;
  v_words text;
  v_shown text;
  v_subject text;
  v_subjects text[] := '{}';
begin
  for f in select * from jsonb_to_recordset(p_found) as x (case_id uuid, version integer, action text, problem text) loop
    v_subject := 'decision:' || f.case_id || ':' || f.version;
    v_subjects := v_subjects || v_subject;
    v_shown := 'cas_' || replace(f.case_id::text, '-', '');
    select * into k from case_file where id = f.case_id;
    continue when not found;
    v_words := format('Two operators did not sign "%s" in %s, which is in force: %s', f.action, v_shown, f.problem);
    -- A lift that names the decision may be approved already, and the vault verifies it at its next look.
    if not exists (select from case_file c where c.kind = 'request' and c.ended = 'approved'
        and c.resolution ->> 'action' = 'lift_freeze' and c.resolution -> 'unsigned' ? v_shown) then
      perform place_freeze('all', '', v_words, 'system:vault', p_at);
    end if;
    continue when exists (select from case_file c where c.kind = 'reconciliation_differs' and c.state <> 'resolved'
      and c.facts ->> 'subject' = v_subject);
    return next open_case(afara_uuid(), k.mode, 'reconciliation_differs', null, null, null, null, v_words,
      jsonb_build_object('subject', v_subject, 'kind', 'decision', 'scope', v_shown, 'stopped', 'everything'),
      null, p_at, p_at + interval '1 hour');
  end loop;
  if p_is_all then
    perform close_case(c.id, '{"action": "dismiss", "reason": "two operators accepted it and lifted the freeze"}', p_at)
      from case_file c
      where c.kind = 'reconciliation_differs' and c.state <> 'resolved' and c.facts ->> 'kind' = 'decision'
        and c.facts ->> 'subject' <> all (v_subjects);
  end if;
  perform close_case(c.id, '{"action": "dismiss", "reason": "two operators lifted the freeze"}', p_at)
    from case_file c join freeze_order z on z.id = (c.facts ->> 'freeze_id')::uuid
    where c.kind = 'reconciliation_differs' and c.state <> 'resolved' and c.facts ->> 'kind' = 'break_glass' and z.lifted_at is not null;
end $$;

-- Opens a case for each payout account whose vendor asked about a transfer that the payer process did not approve:
-- [{account_id, at, reference, problem}], the newest of each account. Somebody may have the vendor's key. No money left, so an operator
-- dismisses the case. A later question opens a new one. Returns the cases that were opened now.
create or replace function note_refused_approvals(p_refused jsonb, p_at timestamptz) returns setof uuid
language plpgsql security definer set search_path = afara, pg_temp as $$
declare
  a payout_account;
  f record;
  v_subject text;
begin
  for f in select * from jsonb_to_recordset(p_refused) as x (account_id uuid, at timestamptz, reference text, problem text) loop
    v_subject := 'approval:' || f.account_id;
    select * into a from payout_account where id = f.account_id;
    continue when not found or exists (
      select from case_file c where c.kind = 'reconciliation_differs' and c.facts ->> 'subject' = v_subject
        and (c.state <> 'resolved' or (c.facts ->> 'asked_at')::timestamptz >= f.at));
    return next open_case(afara_uuid(), a.mode, 'reconciliation_differs', null, null, null, null,
      format('%s asked to approve %s from payout account %s, and the payer refused: %s. Somebody may have the key of this account.',
        initcap(a.vendor), coalesce('transfer ' || f.reference, 'a transfer'), a.name, f.problem),
      jsonb_build_object('subject', v_subject, 'kind', 'approval', 'scope', f.account_id, 'asked_at', f.at, 'reference', f.reference),
      null, p_at, p_at + interval '1 hour');
  end loop;
end $$;
