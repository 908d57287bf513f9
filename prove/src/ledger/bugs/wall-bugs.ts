import { type Bug, statementBug } from './bug.ts'

/** Bugs in write permissions and visibility. */
export const wallBugs: readonly Bug[] = [
  statementBug(
    'the worker may edit postings',
    'drop trigger posting_is_history on posting; grant update on posting to afara_worker',
  ),
  statementBug('the owner may delete entries', 'drop trigger entry_is_history on entry'),
  statementBug('the worker may set balances', 'grant update on balance to afara_worker'),
  statementBug('the worker may post', 'grant execute on function post_entry to afara_worker'),
  statementBug('the api may post', 'grant execute on function post_entry to afara_api'),
  statementBug('every business sees every balance', 'alter table balance disable row level security'),
  statementBug(
    'a test key sees the live balance',
    `drop policy own_balance on balance;
     create policy own_balance on balance for select to afara_api
       using (kind = 'business' and owner = tenant_business()::text)`,
  ),
]
