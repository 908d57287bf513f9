import { reconcile } from '@afara/server/flows/reconciliation/reconcile.ts'
import { reconcileSettings } from '@afara/server/flows/reconciliation/reconcile-deps.ts'
import { createPool, type Pool } from '@afara/server/kernel/postgres/pool.ts'
import type { WatchedChains } from '@afara/server/movements/deposits/deposit-chain.ts'
import type { BankFeeds } from '@afara/server/movements/feeds/bank-feed.ts'
import { absentPayer, type PayoutRail } from '@afara/server/movements/payouts/payout-rail.ts'
import type { VaultDecisions } from '@afara/server/movements/reconciliation/reconciliation-store.ts'
import type { createManualClock } from './manual-clock.ts'
import { untilVisible } from './until-visible.ts'

type World = Readonly<{ owner: Pool; clock: ReturnType<typeof createManualClock> }>

const LOOK_MS = 20_000

/** Creates the reconciler of a test world and collects its results. */
export function createReconciler(
  { owner, clock }: World,
  outside: {
    deposits?: WatchedChains
    payer?: PayoutRail
    feeds?: BankFeeds
    vaults?: readonly VaultDecisions[]
  } = {},
) {
  const urlOf = (role: string): string => {
    const url = new URL(owner.options.connectionString ?? '')
    url.username = role
    return url.href
  }
  const pool = createPool(urlOf('afara_reconciler'), { max: 4, applicationName: 'test' })
  const sealer = createPool(urlOf('afara_sealer'), { max: 1, applicationName: 'test' })
  const superuser = createPool(urlOf('postgres'), { max: 1, applicationName: 'test' })
  const notices: string[] = []
  const failures: unknown[] = []
  const deps = {
    pool,
    clock,
    deposits: outside.deposits ?? new Map(),
    payer: outside.payer ?? absentPayer,
    feeds: outside.feeds ?? { live: new Map(), test: new Map() },
    vaults: outside.vaults ?? [],
    // The checks have their own tests.
    settings: { ...reconcileSettings, idleEveryMs: 0, checkEveryMs: Number.MAX_SAFE_INTEGER },
    onNotice: (scope: string, words: string) => notices.push(`${scope}: ${words}`),
    onFailure: (_: string, error: unknown) => failures.push(error),
  }
  const settle = async (): Promise<void> => untilVisible(owner)

  return {
    deps,
    sealer,
    superuser,
    notices,
    failures,
    settle,
    /** Runs the reconciler `times` times at its usual interval. */
    look: async (times = 1): Promise<void> => {
      for (let time = 0; time < times; time += 1) {
        // Retry a node that is slow on a busy machine, as the next run would.
        for (let tries = 0; tries < 10; tries += 1) {
          failures.length = 0
          await settle()
          await reconcile(deps)
          if (failures.length === 0) break
        }
        clock.advance(LOOK_MS)
      }
    },
    stateOf: async (kind: string, scope: string) => {
      const { rows } = await owner.query<{ state: string; difference: string }>(
        `select state, difference_minor::text as difference from reconciliation_scope where scope_kind = $1 and scope = $2 and mode = 'test'`,
        [kind, scope],
      )
      return rows[0] && [rows[0].state, Number(rows[0].difference)]
    },
    /** Returns all open differences and everything that is frozen. */
    alarms: async (): Promise<string[]> => {
      const { rows } = await owner.query<{ words: string }>(
        `select 'case ' || (facts ->> 'kind') || ' ' || (facts ->> 'scope') as words from case_file
           where kind = 'reconciliation_differs' and state <> 'resolved'
         union all select 'frozen ' || btrim(scope || ' ' || subject) from freeze_order where lifted_at is null
         union all select 'payout account ' || id from payout_account where state = 'frozen'
         union all select 'collection account ' || id from vendor_account where state = 'frozen' order by 1`,
      )
      return rows.map(({ words }) => words)
    },
    /** Changes a row without triggers, as the owner of the database could. */
    tamper: async (statement: string, values: unknown[] = []): Promise<void> => {
      const client = await superuser.connect()
      try {
        await client.query('begin')
        await client.query('set local session_replication_role = replica')
        await client.query('set local search_path = afara')
        const { rowCount } = await client.query(statement, values)
        if (rowCount !== 1) throw new Error(`it changed ${rowCount} rows`)
        await client.query('commit')
      } finally {
        client.release()
      }
    },
    close: async () => {
      await Promise.all([pool.end(), sealer.end(), superuser.end()])
    },
  }
}
