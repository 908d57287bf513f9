-- Questions for operators. A case has steps; two people decide it; decision names the function that carries a decision out. A freeze order
-- stops money from leaving.

create type case_kind as enum (
  'contested',           -- two businesses have evidence for one credit
  'ownership_unproved',  -- the payer fits, and nothing shows that the credit is this business's
  'ambiguous',           -- two buys of one business fit equally
  'third_party',         -- the amount fits, and somebody else paid
  'weak_evidence',       -- the amount fits, and the bank does not say who paid
  'unmatched',           -- nothing fits
  'stale_credit',        -- the credit is older than a buy may look back
  'duplicate',           -- paid again, after the buy had its money
  'overpaid',            -- more than the buy, and the rest is nobody's yet
  'underpaid',           -- less than the buy, and the time to top up is over
  'late_credit',         -- paid after the buy had ended
  'recall',              -- the sending bank wants it back
  'unexplained_debit',   -- money left an account of ours and nobody knows why
  'line_aside',          -- a bank said what cannot be read, or what contradicts itself
  'unconfirmed_import',  -- one operator brought a statement, and what it says moves nothing until another has compared it
  'request',              -- an operator wants something done that takes two
  'screening_hit',  -- a name or an address on a list of sanctions
  'over_limit',  -- more than the business may move in this time
  'cannot_deliver',  -- the naira is here, and nothing can send its tokens
  'send_failed',  -- the network refused the transfer
  'signer_refused',  -- the vault would not sign
  'lane_halted',  -- a wallet of ours did something that we do not know of
  'overdue',  -- it has been in one status for longer than it should
  'refund_due',  -- naira must go back, and nobody has paid it yet
  'restored',  -- the world is ahead of the database: it was restored from a copy
  'nodes_disagree',  -- two nodes of one network tell different ends of a transfer
  'chain_halted',  -- a network shows another past than the one that was read
  'wrong_chain',  -- tokens came to an address of ours on another network
  'late_deposit',  -- tokens came after the sell had ended
  'over_deposited',  -- more tokens came than the sell is of
  'second_deposit',  -- tokens came to a sell that was whole already
  'part_deposited',  -- the rest of the tokens did not come
  'name_differs',  -- the bank has another name for the account, or no such account
  'payout_failed',  -- no account of ours could pay it
  'payout_unknown',  -- a bank does not say what became of a payout
  'payout_mismatch',  -- a bank says that it paid something else than was ordered
  'payout_unexplained',  -- a bank took naira for nothing that we ordered
  'refund_choice',  -- tokens go back, and nobody has said where to
  'float_low',  -- at the pace of the last hour it is empty soon
  'reconciliation_differs'  -- the books and the world say different things, and go on doing so
);

create table case_file (
  id uuid primary key,
  mode mode not null,
  kind case_kind not null,
  vendor_account_id uuid,
  -- No foreign key to the line: it is written in the same commit by the one function that writes lines.
  line_id uuid,
  transaction_id uuid references transaction (id),
  business_id uuid,
  summary text not null check (btrim(summary) <> ''),
  facts jsonb not null check (jsonb_typeof(facts) = 'object'),
  -- What would most likely be right, in the words of a resolution; null where nothing suggests itself.
  proposal jsonb check (jsonb_typeof(proposal) = 'object'),
  opened_at timestamptz not null,
  due_at timestamptz not null,
  state text not null default 'open' check (state in ('open', 'awaiting_approval', 'resolved')),
  -- Who has taken it in hand. Others may still act.
  owner_id uuid references operator (id),
  -- What an operator proposes, and in the end what was decided.
  resolution jsonb check (jsonb_typeof(resolution) = 'object' and resolution ? 'action'),
  -- The money as the proposer saw it: if it has moved since, the proposal no longer stands.
  seen jsonb,
  proposed_by uuid references operator (id),
  approved_by uuid references operator (id),
  -- Approved by a second person; dismissed by one, where no money is meant; or settled by what happened.
  ended text check (ended in ('approved', 'dismissed', 'itself')),
  resolved_at timestamptz,
  -- The number of steps: whoever acts says which version they saw.
  version integer not null default 1 check (version >= 1),
  xid bigint not null default (pg_current_xact_id()::text::bigint),
  foreign key (vendor_account_id, mode) references vendor_account (id, mode),
  foreign key (business_id, mode) references business_mode (business_id, mode),
  check (case state
    when 'open' then num_nonnulls(resolution, seen, proposed_by, approved_by, ended, resolved_at) = 0
    when 'awaiting_approval' then num_nulls(resolution, seen, proposed_by) = 0 and num_nonnulls(approved_by, ended, resolved_at) = 0
    else num_nulls(resolution, ended, resolved_at) = 0 end),
  -- Two pairs of eyes, held by the row itself.
  constraint case_file_two_people check (case ended
    when 'approved' then num_nulls(proposed_by, approved_by) = 0 and proposed_by <> approved_by
    when 'dismissed' then proposed_by is not null and approved_by is null and resolution ->> 'action' = 'dismiss'
    and kind in ('line_aside', 'request', 'overdue')
    else approved_by is null end),
  -- What a list of sanctions holds is released, when it was somebody else, or it stays: there is no other way out for people.
  constraint case_file_sanctions check (
    (kind <> 'screening_hit' or state = 'open' or ended = 'itself' or resolution ->> 'action' = 'release') is true)
);
create index case_file_due on case_file (due_at) where state <> 'resolved';
create index case_file_of_line on case_file (line_id) where line_id is not null;
create index case_file_of_transaction on case_file (transaction_id) where transaction_id is not null;
create index case_file_unexplained on case_file (vendor_account_id) where kind = 'unexplained_debit' and state <> 'resolved';
-- A lane, a freeze, the whole house: what is about no credit, buy, account or business is told apart by facts.subject. (The new
-- kinds cannot be named here: PostgreSQL lets nobody use a word in the transaction that brings it.)
create unique index case_file_unresolved on case_file (
  kind, mode, line_id, transaction_id,
  (case when line_id is null and transaction_id is null then vendor_account_id end),
  (case when line_id is null and transaction_id is null and vendor_account_id is null then business_id end),
  (case when kind in ('line_aside', 'unconfirmed_import') or num_nonnulls(line_id, transaction_id, vendor_account_id, business_id) = 0
    then coalesce(facts ->> 'subject', '') else '' end)
) nulls not distinct where state <> 'resolved';

create table case_step (
  case_id uuid not null references case_file (id),
  sequence integer not null check (sequence >= 1),
  -- Nobody: the system did it.
  operator_id uuid references operator (id),
  action text not null check (action in (
    'opened', 'taken', 'noted', 'proposed', 'declined', 'approved', 'dismissed', 'closed_itself')),
  resolution jsonb,
  reason text not null check (btrim(reason) <> ''),
  at timestamptz not null,
  xid bigint not null default (pg_current_xact_id()::text::bigint),
  primary key (case_id, sequence),
  check (operator_id is not null or action in ('opened', 'noted', 'closed_itself'))
);
create index case_step_xid on case_step (xid);

-- (Not called freeze: that is a word of PostgreSQL's own.)
create table freeze_order (
  id uuid primary key,
  scope text not null check (scope in ('all', 'business', 'network')),
  -- Nothing; the id of the business, in both modes; '<mode>:<Network>'.
  subject text not null,
  reason text not null check (btrim(reason) <> ''),
  placed_by text not null check (placed_by ~ '^([0-9a-f-]{36}|system:[a-z0-9-]+)$'),
  placed_at timestamptz not null,
  lifted_by text check (lifted_by ~ '^[0-9a-f-]{36}$'),
  lifted_reason text check (btrim(lifted_reason) <> ''),
  lifted_at timestamptz,
  xid bigint not null default (pg_current_xact_id()::text::bigint),
  check (case scope when 'all' then subject = '' when 'business' then subject ~ '^[0-9a-f-]{36}$'
    else subject ~ '^(live|test):[A-Z][A-Za-z]*$' end),
  check (num_nulls(lifted_by, lifted_reason, lifted_at) in (0, 3))
);
create unique index freeze_order_standing on freeze_order (scope, subject) where lifted_at is null;

-- What may be decided about which kind of case, and the function that does it: it is given the case as it was approved. A further
-- decision is a further row.
create table decision (
  kind case_kind not null,
  action text not null check (action <> ''),
  carried_out_by text not null check (carried_out_by <> ''),
  primary key (kind, action)
);
insert into decision (kind, action, carried_out_by) values
  ('wrong_chain', 'to_balance', 'give_back_deposits'), ('wrong_chain', 'return_to_wallet', 'give_back_deposits'),
  ('over_deposited', 'to_balance', 'give_back_deposits'), ('over_deposited', 'return_to_wallet', 'give_back_deposits'),
  ('second_deposit', 'to_balance', 'give_back_deposits'), ('second_deposit', 'return_to_wallet', 'give_back_deposits'),
  ('refund_choice', 'to_balance', 'give_back_sell'), ('refund_choice', 'return_to_wallet', 'give_back_sell'),
  ('payout_unexplained', 'explain', 'explain_payout_line'), ('line_aside', 'read_again', 'read_blocks_again'),
  ('request', 'move_naira', 'begin_naira_move'), ('request', 'move_tokens', 'begin_token_move'),
    ('request', 'top_up_sweeper', 'fund_sweeper');
