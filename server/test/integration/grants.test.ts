import { createTestDatabase } from '@afara/stack/postgres/test-database.ts'
import { afterAll, expect, test } from 'vitest'
import { createPool } from '../../src/kernel/postgres/pool.ts'
import { findCalledFunctions, namesBeforeBracket } from '../called-functions.ts'

const database = await createTestDatabase()
const superuser = createPool(database.url(), { max: 1, applicationName: 'test' })
afterAll(async () => {
  await superuser.end()
  await database.drop()
})

// Entry points of each role's code. Files that only wire/ passes to a process are listed here.
const roots = {
  afara_api: [
    'main-api.ts',
    'entry/metrics/money-figures.ts',
    'flows/buys/accept-buy.ts',
    // No route uses this yet.
    'flows/buys/issue-expected-payment.ts',
    'flows/events/read-feed.ts',
    'flows/sells/accept-sell.ts',
    'movements/feeds/bank-account-store.ts',
    'movements/payouts/payout-room.ts',
    'movements/payouts/bank-standing.ts',
    'flows/previews/previews.ts',
    'records/banks/vendor-account-book.ts',
    'records/rates/published-rates.ts',
    'records/transactions/wake-store.ts',
  ],
  // Proofs run the checks as the worker.
  afara_worker: [
    'main-worker.ts',
    'movements/transfers/vault-journal-store.ts',
    'records/ledger/check-store.ts',
  ],
  afara_reconciler: ['main-reconciler.ts'],
  afara_sealer: ['records/ledger/seals/seal-rows.ts'],
  // The people process serves what `afara ops` does.
  afara_people: ['main-people.ts', 'entry/ops/run-ops.ts'],
  // The signer's only statement calls none of our functions.
  afara_signer: [],
}

/** What only processes of the last release call. They run beside those of this release for a while; the next release removes them. */
const ofLastRelease = new Set([
  'allocate_credits',
  'begin_account_look',
  'begin_matching',
  'claim_webhook_nudges',
  'finish_hints',
  'record_webhooks',
  'settle_from_vendors',
  'take_back_waiting',
  'take_lane',
  'work_webhook',
])

/** What only the reconciler may write, so that the worker cannot report on itself. */
const findings =
  /^(accounts_of_row|close_days|fold_books|note_(check|holdings|pace|reconciliation|refused_approvals|slice|unsigned_decisions|verified)|(take|release)_reconciling)$/

/** Checks are called by name. (account_sum reads the ledger for proofs that run as the worker.) */
const checks = (rows: readonly Known[]) =>
  rows.map(({ name }) => name).filter((name) => name.startsWith('check_'))

type Known = Readonly<{ name: string; text: string; is_definer: boolean; is_granted: boolean }>

test.each(Object.entries(roots))('%s may call exactly what its code calls', async (role, files) => {
  const { rows } = await superuser.query<Known>(
    `select p.proname as name, pg_get_functiondef(p.oid) as text, p.prosecdef as is_definer,
       has_function_privilege($1, p.oid, 'execute') as is_granted
     from pg_proc p where p.pronamespace = 'afara'::regnamespace and p.prokind = 'f' and p.prorettype <> 'trigger'::regtype`,
    [role],
  )
  // Status sets are constants that views use too.
  const granted = rows.filter(({ name, is_granted }) => is_granted && !name.startsWith('statuses_'))
  const { rows: policies } = await superuser.query<{ text: string }>(
    `select concat(qual, with_check) as text from pg_policies where schemaname = 'afara' and $1 = any (roles)`,
    [role],
  )
  const called = new Set([
    ...findCalledFunctions(files),
    ...policies.flatMap(({ text }) => namesBeforeBracket(text)),
    ...(['afara_worker', 'afara_reconciler'].includes(role) ? ['account_sum', ...checks(rows)] : []),
  ])
  // A function that runs with its caller's rights makes its own calls with these rights too.
  let size = -1
  while (size !== called.size) {
    size = called.size
    for (const { name, text, is_definer } of granted) {
      if (!is_definer && called.has(name)) for (const inner of namesBeforeBracket(text)) called.add(inner)
    }
  }
  const unused = granted
    .filter(({ name }) => !called.has(name) && !ofLastRelease.has(name))
    .map(({ name }) => name)
  expect(unused.toSorted()).toEqual([])
})

test('only the reconciler records what was found', async () => {
  const { rows } = await superuser.query<{ name: string; roles: string[] }>(
    `select p.proname as name, array(select r.rolname::text from pg_roles r
       where r.rolname like 'afara\\_%' and r.rolname <> 'afara_owner' and has_function_privilege(r.oid, p.oid, 'execute')) as roles
     from pg_proc p where p.pronamespace = 'afara'::regnamespace and p.proname ~ $1`,
    [findings.source],
  )
  expect(rows).toHaveLength(13)
  for (const { name, roles } of rows) expect([name, roles]).toEqual([name, ['afara_reconciler']])
})
