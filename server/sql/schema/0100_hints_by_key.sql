-- Notifications of several accounts are recorded together, so each hint is answered with its key (record_keyed_hints).
drop function if exists record_hints(mode, text, json, timestamptz);
