-- Monitoring asks every few seconds how long endpoints have failed, and most endpoints have not.
create index concurrently if not exists webhook_endpoint_failing on webhook_endpoint (mode, failing_since)
  where failing_since is not null and state = 'active';
