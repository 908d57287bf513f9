-- The issuer of the token can take tokens from a deposit address. Such a transfer is a row of deposit_sweep without a lane: the tokens
-- left, and came to no wallet of ours. Its case asks who bears the loss.
alter table deposit_sweep alter column lane_id drop not null;
alter table deposit_sweep add column case_id uuid references case_file (id);
alter table deposit_sweep add check ((lane_id is null) = (case_id is not null));
-- Where all deposit addresses are one account, what the issuer takes from it at once is split over several of them.
alter table deposit_sweep drop constraint deposit_sweep_mode_network_tx_hash_log_index_key;
alter table deposit_sweep add unique (mode, network, tx_hash, log_index, address);
create index deposit_sweep_of_case on deposit_sweep (case_id) where case_id is not null;

insert into decision (kind, action, carried_out_by) values
  ('recall', 'our_loss', 'bear_loss'), ('recall', 'customer_loss', 'pass_on_loss');

-- record_departure replaces it. No process calls it by itself.
drop function if exists record_sweep;

-- The time of the newest block that was read: a deposit window closes only after the network was read past its end.
alter table chain_cursor add column read_until timestamptz;
