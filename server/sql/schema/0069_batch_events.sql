-- What a business is told about its batches, in the feed and by webhook: every row is checked, and every row has ended. Rows are only
-- added.

create table batch_event (
  -- The id of the event.
  event_id uuid primary key,
  batch_id uuid not null references payout_batch (id),
  business_id uuid not null,
  mode mode not null,
  event text not null check (event in ('ready', 'completed')),
  -- How many rows had each outcome when the batch was completed. A paid row can still come back later; the event stays as it was.
  outcomes jsonb check ((outcomes is not null) = (event = 'completed')),
  at timestamptz not null,
  xid bigint not null default (pg_current_xact_id()::text::bigint),
  unique (batch_id, event)
);
create index batch_event_xid on batch_event (xid);

-- The position of an event about a batch has no transaction.
alter table event_position alter column transaction_id drop not null;
