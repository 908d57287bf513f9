-- The receipts and letters that were handed out. Each has a number for people and a token that cannot be guessed, which leads to the page
-- where anyone can compare the paper with our books. A transaction has one of each kind: printed again, it is the same paper.
create table issued_paper (
  business_id uuid not null,
  mode mode not null,
  transaction_id uuid not null references transaction (id),
  kind text not null check (kind in ('receipt', 'trace_letter')),
  -- Drawn at random, so that nobody can tell from two papers how many lie between them.
  number text not null unique check (number ~ '^(AFR|TEST)-20[0-9]{2}-[0-9A-HJKMNP-TV-Z]{4}-[0-9A-HJKMNP-TV-Z]{4}$'),
  token text not null unique check (token ~ '^[A-Za-z0-9_-]{22}$'),
  issued_at timestamptz not null,
  primary key (transaction_id, kind),
  foreign key (business_id, mode) references business_mode (business_id, mode)
);
