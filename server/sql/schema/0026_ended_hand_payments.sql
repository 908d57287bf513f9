-- end_hand_payment replaces it: a manual payment ends only after a statement shows that it was not made. No process calls it.
drop function if exists cancel_hand_payment(uuid, timestamptz);
