-- What one payer was sent back without a decision is limited, so it is summed before each such return.
create index credit_return_unasked on credit_return (account_number, bank_code, decided_at) where case_id is null;
