-- Until this time tokens are expected on the network, so it is read at short intervals. Null: no sell has named the network yet.
alter table chain_cursor add column closely_until timestamptz;
