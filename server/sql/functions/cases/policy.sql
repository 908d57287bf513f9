-- Returns how many different people the decision of a case needs. Live money always takes two, whatever the table says, unless the decision
-- rests on a standing decision that two people signed. Whether that one covers it is verified at the approval (require_standing).
create or replace function people_needed(p_file case_file) returns integer
language sql stable security definer set search_path = afara, pg_temp as $$
  select case when p_file.resolution ->> 'standing' is not null then 1
    when p_file.mode = 'test' then coalesce((select p.people from decision_policy p where p.mode = p_file.mode), 2) else 2 end
$$;

-- Sets how many people a decision in test mode needs. decided_case accepts this decision in live mode only, so two people made it.
create or replace function set_people_needed(p_file case_file, p_at timestamptz) returns void language plpgsql as $$
begin
  update decision_policy set people = (p_file.resolution ->> 'people')::integer where mode = 'test';
end $$;
