import { accountKinds } from '@afara/server/records/ledger/account.ts'
import { runChecks } from '@afara/server/records/ledger/check-store.ts'
import { verifySeals } from '@afara/server/records/ledger/seals/verify-seals.ts'
import { Disagreement } from './disagreement.ts'
import { accountName, type Holding } from './model.ts'
import type { Sequence } from './sequence.ts'
import type { Subject } from './subject.ts'

/** Checks that every account of the sequence has the model's balance, and that every check of the schema is silent. */
export async function compareBooks({ subject, model, opening }: Sequence): Promise<void> {
  const holdings = [...model.holdings.values()]
  await compareBalances(subject, holdings.filter(hasFloor))
  await compareSums(
    subject,
    holdings.filter((holding) => !hasFloor(holding)),
    opening,
  )
  await requireNoFindings(subject)
}

/** Checks that all rows were sealed as they were written, in one chain. */
export async function requireWholeChain({ as, heads }: Subject): Promise<void> {
  // Does not use the sealer, whose queries may have the bug.
  const { tampering } = await verifySeals(as.afara_owner, heads)
  const [first] = tampering
  if (first !== undefined) {
    throw new Disagreement('seals', `${first.kind} ${first.name}, and ${tampering.length - 1} more`)
  }
}

async function compareBalances({ as }: Subject, holdings: readonly Holding[]): Promise<void> {
  const { rows } = await as.afara_worker.query<{ name: string; minor: string }>(
    `select mode || ' ' || kind || ':' || owner || ' ' || asset as name, amount_minor::text as minor
     from balance where owner = any ($1)`,
    [holdings.map(({ account }) => account.owner)],
  )
  const found = new Map(rows.map(({ name, minor }) => [name, minor]))
  for (const { mode, account, asset, minor } of holdings) {
    const name = accountName(mode, account, asset)
    const row = found.get(name)
    found.delete(name)
    if ((row ?? '0') !== minor.toString())
      throw new Disagreement('balance', `${name} is ${row}, but should be ${minor}`)
    if (account.kind === 'held' && row === '0') {
      throw new Disagreement('balance', `${name} is empty, but its row was not deleted`)
    }
  }
  const [unknown] = found.keys()
  if (unknown !== undefined)
    throw new Disagreement('balance', `${unknown} has a balance, but nothing was posted to it`)
}

async function compareSums(
  { as }: Subject,
  holdings: readonly Holding[],
  opening: ReadonlyMap<string, bigint>,
): Promise<void> {
  const { rows } = await as.afara_worker.query<{ minor: string }>(
    `select account_sum(a.mode, a.kind, a.owner, a.asset)::text as minor
     from unnest($1::mode[], $2::account_kind[], $3::text[], $4::asset[]) with ordinality as a (mode, kind, owner, asset, n)
     order by a.n`,
    [
      holdings.map(({ mode }) => mode),
      holdings.map(({ account }) => account.kind),
      holdings.map(({ account }) => account.owner),
      holdings.map(({ asset }) => asset),
    ],
  )
  for (const [index, { mode, account, asset, minor }] of holdings.entries()) {
    const name = accountName(mode, account, asset)
    const expected = (minor + (opening.get(name) ?? 0n)).toString()
    const sum = rows[index]?.minor
    if (sum !== expected) throw new Disagreement('sum', `${name} is ${sum}, but should be ${expected}`)
  }
}

async function requireNoFindings({ as }: Subject): Promise<void> {
  const { findings } = await runChecks(as.afara_worker)
  // The model posts only entries. No transfers or payouts exist for the outgoing amounts.
  const first = findings.find(
    ({ check }) => !['check_committed', 'check_outgoing', 'check_payouts_outgoing'].includes(check),
  )
  if (first !== undefined) throw new Disagreement(first.check, `${first.subject}: ${first.problem}`)
}

function hasFloor({ account }: Holding): boolean {
  return accountKinds[account.kind].floor
}
