-- The function now says which fields it keeps.
drop function if exists set_look(uuid, uuid, text, bytea, timestamptz);
