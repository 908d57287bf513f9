-- Returns the asset that a network charges as gas; null if the network does not exist.
create or replace function gas_asset(p_network text) returns asset language sql stable
  return (select n.gas_asset::asset from network n where n.name = p_network);

-- Returns whether tokens can arrive at an address of the network only while our account there is open.
create or replace function must_be_opened(p_network text) returns boolean language sql stable
  return (select n.opens_deposit_accounts from network n where n.name = p_network);

-- Returns whether two spellings are the same wallet. Case is ignored only on networks with hexadecimal addresses.
create or replace function is_same_wallet(p_network text, p_one text, p_other text) returns boolean language sql stable
  return p_one = p_other or lower(p_one) = lower(p_other)
    and (select n.compares_case_insensitively from network n where n.name = p_network);
