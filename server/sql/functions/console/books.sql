-- What the console shows of the books, and of who did what. A connection that serves members gets nothing.

-- Returns how far the sealed rows were hashed again, what is still owed, and the state of the checks.
create or replace function console_seals()
returns table (verified_at timestamptz, owed_rows bigint, newest_seal bigint, sealed_at timestamptz, checked_at timestamptz, failing bigint)
language sql stable security definer set search_path = afara, pg_temp as $$
  select r.verified_all_at, r.owed_rows, s.number, s.sealed_at, c.checked_at, c.failing
  from reconciling r
  left join lateral (select x.number, x.sealed_at from seal x order by x.number desc limit 1) s on true
  cross join lateral (
    select min(coalesce(k.ended_at, k.begun_at)) filter (where k.walk = 'all') as checked_at,
      count(*) filter (where k.failure is not null) as failing
    from check_cursor k) c
  where session_user <> 'afara_people' or sees_house()
$$;

-- Returns who did what, newest first: the lines of the audit, and the steps of cases in this mode. A case that was decided has both, so
-- only its steps are returned. A line that names no mode belongs to both. p_before (microseconds since 1970) and the id continue a list.
create or replace function console_audit(
  p_mode mode, p_person uuid, p_what text, p_subject text, p_subject_id uuid, p_from timestamptz, p_until timestamptz,
  p_before bigint, p_before_id text, p_most integer
) returns table (id text, at timestamptz, actor text, second text, what text, subject text, reason text, details jsonb, case_id uuid,
  version integer)
language sql stable security definer set search_path = afara, pg_temp as $$
  with line as (
    select a.id::text collate "C" as id, a.at, a.actor, a.approved_by as second, a.action as what, a.subject, a.reason, a.details,
      null::uuid as case_id, null::integer as version
    from audit a
    where a.at >= p_from and a.at < p_until
      and (p_before is null or (a.at, a.id::text collate "C") < ('epoch'::timestamptz + p_before * interval '1 microsecond', p_before_id))
      and a.action not in ('case.resolved', 'case.dismissed') and coalesce(a.details ->> 'mode', p_mode::text) = p_mode::text
      and (p_person is null or p_person::text in (a.actor, a.approved_by))
      and (p_what is null or a.action = p_what or starts_with(a.action, p_what || '.')) and (p_subject is null or a.subject = p_subject)
    order by a.at desc, a.id desc limit p_most
  ), step as (
    select (s.case_id || '/' || s.sequence) collate "C" as id, s.at, s.operator_id::text, null::text, 'case.' || s.action,
      'cas_' || replace(s.case_id::text, '-', ''), s.reason,
      jsonb_strip_nulls(jsonb_build_object('kind', c.kind, 'resolution', s.resolution)),
      d.case_id, d.version
    from case_step s join case_file c on c.id = s.case_id
    left join decision_signature d on d.case_id = s.case_id and d.sequence = s.sequence
    where s.operator_id is not null and c.mode = p_mode and s.at >= p_from and s.at < p_until
      and (p_before is null or (s.at, (s.case_id || '/' || s.sequence) collate "C")
        < ('epoch'::timestamptz + p_before * interval '1 microsecond', p_before_id))
      and (p_person is null or s.operator_id = p_person)
      and (p_what is null or p_what = 'case' or p_what = 'case.' || s.action)
      and (p_subject is null or p_subject_id in (c.id, c.transaction_id, c.line_id, c.business_id))
    order by s.at desc, 1 desc limit p_most
  )
  select * from (select * from line union all select * from step) t
  where session_user <> 'afara_people' or sees_house()
  order by t.at desc, t.id desc limit p_most
$$;
