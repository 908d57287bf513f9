-- They screen the payer now and name the version that was read.
drop function if exists return_short_payment(uuid, timestamptz);
drop function if exists return_late_payment(uuid, timestamptz);
drop function if exists return_held_by_record(transaction, text, timestamptz);
