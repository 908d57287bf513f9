-- The page asks for an account for what a buy does not need too. Both functions return more columns now, and one takes the transaction.
drop function if exists return_account_of_page(text);
drop function if exists unnumbered_credits(uuid);
