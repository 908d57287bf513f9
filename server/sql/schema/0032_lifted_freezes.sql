-- The signer and the payer count a freeze as lifted only if operators signed that. Freezes that were lifted before operators signed
-- decisions have no signature, so they are marked here, once. Nothing else sets the mark.
alter table freeze_order add column lifted_unsigned boolean not null default false;
alter table freeze_order disable trigger user;
update freeze_order set lifted_unsigned = true where lifted_at is not null;
alter table freeze_order enable trigger user;
