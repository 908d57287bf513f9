-- The signer and the payer verify signed decisions themselves (signed_decision, decision_signature). These views told them which decisions
-- the rows of a case claim.

drop view if exists decided_payee, decided_redirect, decided_retry, decided_unpaid;
