-- Returns how often people decided cases of this kind that suggested this decision, and how often they followed the suggestion. An
-- allocation follows it only if it gives the credit to the same buy. Cases that ended by themselves say nothing about a suggestion.
create or replace function suggestion_record(p_mode mode, p_kind case_kind, p_action text)
returns table (followed bigint, decided bigint) language sql stable security definer set search_path = afara, pg_temp as $$
  select count(*) filter (where c.resolution ->> 'action' = p_action
      and (c.proposal ->> 'transaction_id' is null or c.resolution ->> 'transaction_id' = c.proposal ->> 'transaction_id')), count(*)
  from case_file c
  where c.mode = p_mode and c.kind = p_kind and c.ended = 'approved' and c.proposal ->> 'action' = p_action
$$;
