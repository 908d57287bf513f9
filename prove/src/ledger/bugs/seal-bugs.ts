import { type Bug, functionBug, sealerBug } from './bug.ts'

/** Bugs in the seals and the sums that are made with them. */
export const sealBugs: readonly Bug[] = [
  sealerBug(
    'the sealer skips rows of transactions that are still open',
    'pg_snapshot_xmin(pg_current_snapshot())',
    'pg_snapshot_xmax(pg_current_snapshot())',
  ),
  sealerBug(
    'the sealer leaves out the last transaction of a batch',
    'xid > $1 and xid <= $2',
    'xid > $1 and xid < $2',
  ),
  functionBug('sums that are carried forward count twice', [
    ['roll_up_accounts', 'excluded.debit_minor', '2 * excluded.debit_minor'],
  ]),
  functionBug('rows that are not sealed yet are not summed', [
    ['account_sum', 'p.xid > sealed.xid', 'p.xid > sealed.xid and false'],
  ]),
]
