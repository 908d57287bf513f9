-- A vendor asked about a transfer that the payer process did not send, so it made none. One operator dismisses that case, as it is about no
-- money of ours.
alter table case_file drop constraint case_file_two_people, add constraint case_file_two_people check (case ended
  when 'approved' then num_nulls(proposed_by, approved_by) = 0
    and (proposed_by <> approved_by or mode = 'test' or resolution ->> 'standing' is not null)
  when 'dismissed' then proposed_by is not null and approved_by is null and resolution ->> 'action' = 'dismiss'
    and (kind in ('line_aside', 'request', 'overdue') or kind = 'reconciliation_differs' and facts ->> 'kind' = 'approval')
  else approved_by is null end);
