-- The signer reports unsigned decisions too, so the worker says whether every vault process answered.
drop function if exists note_unsigned_decisions(jsonb, timestamptz);
