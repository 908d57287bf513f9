-- When a business last named the payer of a credit more than eight minutes after its booking.
alter table matching_cursor add column claimed_late_at timestamptz;
-- It returns this time too.
drop function if exists begin_matching(uuid);
