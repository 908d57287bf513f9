-- Attaches a file to a case as a step of its own, at the version that the operator read. The content is encrypted with a key that the
-- database does not have. The step says the file's name, and the size and hash of what was encrypted, so that the seal of the step covers
-- the file. Returns the next version, or null if the case has changed since. Raises AF620 if the case has
-- twenty files.
create or replace function attach_to_case(
  p_case uuid, p_version integer, p_operator uuid, p_reason text, p_at timestamptz, p_name text, p_sealed bytea,
  p_size integer, p_digest text
) returns integer language plpgsql security definer set search_path = afara, pg_temp as $$
declare
  v_version integer;
begin
  if (select count(*) from case_attachment a where a.case_id = p_case) >= 20 then
    raise exception 'case % has twenty files already', p_case using errcode = 'AF620';
  end if;
  v_version := note_case(p_case, p_version, p_operator, format('%s (file %s, %s bytes, SHA-256 %s)', p_reason, p_name,
    p_size, p_digest), p_at);
  if v_version is not null then
    insert into case_attachment values (p_case, v_version, p_name, p_sealed);
  end if;
  return v_version;
end $$;
