-- How much one business may leave with us is bounded, so both are counted by business: open claims, and the refused buys of a day.
create index claim_of_business on claim (business_id, mode);
create index refused_buy_of_day on refused_buy (business_id, mode, first_refused_at);
