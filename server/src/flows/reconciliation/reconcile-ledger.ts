import type { Mode } from '../../kernel/mode.ts'
import {
  accountsOfRow,
  findWrongBalances,
  type LedgerLooks,
  noteChecked,
  noteVerified,
  readLedgerLooks,
} from '../../movements/reconciliation/ledger-looks-store.ts'
import type { Look, LookItem } from '../../movements/reconciliation/reconciliation-store.ts'
import { runChecks } from '../../records/ledger/check-store.ts'
import { type Tampering, verifySomeSeals } from '../../records/ledger/seals/verify-seals.ts'
import type { ReconcileDeps } from './reconcile-deps.ts'

type Found = Readonly<{ mode: Mode; item: LookItem }>

const modes: readonly Mode[] = ['live', 'test']

/**
 * The ledger beside itself: every balance with its postings, the next sealed rows with their seals, and now and then the checks of the
 * record. What a seal says is proof; an old row is found when its turn comes, which in a small ledger is every time.
 */
export async function lookAtLedger(deps: ReconcileDeps): Promise<readonly Look[]> {
  const looks = await readLedgerLooks(deps.pool, deps.clock.now())
  return [
    ...toLooks('balances', await lookAtBalances(deps)),
    ...(await lookAtSeals(deps, looks)),
    ...(await lookAtChecks(deps, looks)),
  ]
}

async function lookAtBalances({ pool }: ReconcileDeps): Promise<readonly Found[]> {
  const wrong = await findWrongBalances(pool)
  return wrong.map(({ mode, balanceMinor, postingsMinor, ...account }) => ({
    mode,
    item: { ...account, balance_minor: balanceMinor, postings_minor: postingsMinor },
  }))
}

async function lookAtSeals(
  { pool, sealerPool, clock, settings }: ReconcileDeps,
  { verifiedSeal }: LedgerLooks,
): Promise<readonly Look[]> {
  const { through, isNewest, tampering } = await verifySomeSeals(sealerPool, verifiedSeal, settings.mostRows)
  const found: Found[] = []
  for (const one of tampering.slice(0, 200)) found.push(...(await locate(pool, one)))
  // What was found is looked at again, so that it stands until it is mended.
  if (found.length === 0) await noteVerified(pool, isNewest ? 0n : through, isNewest, clock.now())
  return toLooks('seals', found)
}

/** Where a change is: in the accounts that its row is about, or nobody knows where. */
async function locate(
  pool: ReconcileDeps['pool'],
  { kind: problem, name }: Tampering,
): Promise<readonly Found[]> {
  const match = /^([a-z_]+) ([0-9a-f-]{36})(?:\/([0-9]+))?$/.exec(name)
  const row = match && { table: match[1] ?? '', id: match[2] ?? '', ordinal: Number(match[3] ?? 0) }
  const accounts = row === null ? [] : await accountsOfRow(pool, row)
  if (accounts.length === 0) return [{ mode: 'live', item: { subject: name, problem } }]
  return accounts.map(({ mode, ...account }) => ({ mode, item: { subject: name, problem, ...account } }))
}

async function lookAtChecks(
  { pool, clock, settings }: ReconcileDeps,
  looks: LedgerLooks,
): Promise<readonly Look[]> {
  const at = clock.now()
  const isAll = looks.checkedAllOn !== looks.today
  const isDue =
    looks.checkedAt === undefined || at.getTime() - looks.checkedAt.getTime() >= settings.checkEveryMs
  if (!isDue) return []
  const { findings } = await runChecks(pool, isAll ? 0n : looks.checkedXid)
  await noteChecked(pool, looks.throughXid, isAll ? looks.today : undefined, at)
  const found = findings.map(
    ({ check, subject, problem }): Found => ({
      mode: 'live',
      item: { check, subject, problem },
    }),
  )
  return toLooks('checks', found)
}

/** One look for each mode, with the number of findings as what differs. */
function toLooks(scope: string, found: readonly Found[]): readonly Look[] {
  return modes.map((mode) => {
    const items = found.filter((one) => one.mode === mode).map(({ item }) => item)
    const count = BigInt(items.length)
    return {
      kind: 'ledger',
      scope,
      mode,
      oursMinor: 0n,
      theirsMinor: count,
      differenceMinor: count,
      items: items.slice(0, 200),
    }
  })
}
