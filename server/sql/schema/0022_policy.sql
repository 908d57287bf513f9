-- What a business moves in a day is counted whether or not it has a limit, so that a limit that is set at noon knows the morning. Row 0 of
-- a day counts what has a limit. Any other row is a connection's own and counts what has none: requests without a limit lock nothing that
-- another one needs.
alter table daily_use add column counter integer not null default 0;
alter table daily_use drop constraint daily_use_pkey, add primary key (business_id, mode, day, counter);

-- Today's transactions of businesses without a limit, which were not counted until now.
insert into daily_use
  select t.business_id, t.mode, (t.created_at at time zone 'Africa/Lagos')::date, sum(t.amount_minor::numeric), 1
  from transaction t join business_mode m on m.business_id = t.business_id and m.mode = t.mode and m.daily_limit_minor is null
  where (t.created_at at time zone 'Africa/Lagos')::date = (now() at time zone 'Africa/Lagos')::date
    and t.type in ('buy', 'sell', 'withdrawal')
    and not exists (select from daily_use u where u.business_id = t.business_id and u.mode = t.mode)
  group by 1, 2, 3;

-- What a list of sanctions holds is released, when it was somebody else, or frozen and reported: there is no other way out for people.
alter table case_file drop constraint case_file_sanctions, add constraint case_file_sanctions check (
  (kind <> 'screening_hit' or state = 'open' or ended = 'itself' or resolution ->> 'action' in ('release', 'freeze_and_report')) is true);
insert into decision (kind, action, carried_out_by) values ('screening_hit', 'freeze_and_report', 'freeze_sanctioned');
