-- Only functions of the database called these.
drop function if exists first_id_at(timestamptz);
drop function if exists wake_for_settlement(text, timestamptz);
