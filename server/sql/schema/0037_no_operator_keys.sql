-- Operators sign in at the people process and sign decisions with passkeys. Nothing reads their former keys.
drop table operator_key;
