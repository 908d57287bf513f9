import { type Bug, functionBug, sealerBug } from './bug.ts'

/** Bugs in the seals and the sums that are made with them. */
export const sealBugs: readonly Bug[] = [
  sealerBug(
    'the sealer passes over writers that have not ended',
    'pg_snapshot_xmin(pg_current_snapshot())',
    'pg_snapshot_xmax(pg_current_snapshot())',
  ),
  sealerBug("the sealer leaves out a batch's last writer", 'xid > $1 and xid <= $2', 'xid > $1 and xid < $2'),
  functionBug('what is brought forward counts twice', [
    ['roll_up_accounts', 'excluded.debit_minor', '2 * excluded.debit_minor'],
  ]),
  functionBug('what was not sealed yet is not summed', [
    ['account_sum', 'p.xid > sealed.xid', 'p.xid > sealed.xid and false'],
  ]),
]
