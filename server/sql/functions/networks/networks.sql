-- What a network takes as gas.
create or replace function gas_asset(p_network text) returns asset language sql immutable
  return case p_network when 'Polygon' then 'POL'::asset when 'Avalanche' then 'AVAX' when 'Stellar' then 'XLM'
    when 'Solana' then 'SOL' end;

-- Where tokens can come to an address only while an account of ours stands there. A sweep closes it.
create or replace function must_be_opened(p_network text) returns boolean language sql immutable parallel safe
  return p_network in ('Solana');

-- Whether two spellings are one wallet: where addresses are hexadecimal, large and small letters are the same, and nowhere else.
create or replace function is_same_wallet(p_network text, p_one text, p_other text) returns boolean language sql immutable parallel safe
  return p_one = p_other or p_network in ('Polygon', 'Avalanche') and lower(p_one) = lower(p_other);
