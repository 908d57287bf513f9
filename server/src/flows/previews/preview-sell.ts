import { newId } from '../../kernel/ids/ids.ts'
import type { Money } from '../../kernel/money/money.ts'
import { asTenant } from '../../kernel/postgres/pool.ts'
import { Refusal } from '../../kernel/refusal.ts'
import { feeOf } from '../../records/fees/fee.ts'
import { type OwnProblem, selectOwnProblems } from '../../records/transactions/accepting/request-store.ts'
import type { Sell } from '../../records/transactions/accepting/sell-store.ts'
import { sellMachine } from '../../records/transactions/machines/sell-machine.ts'
import type { Wallet } from '../../records/transactions/wallets/wallet.ts'
import { collectRefusals } from '../accept/collect-refusals.ts'
import { guardSince } from '../accept/guard-since.ts'
import { refusalOfAnswer } from '../accept/refuse-unless-accepted.ts'
import { namesOf } from '../accept/request-names.ts'
import { meaningOfSell, type SellAsking } from '../sells/accept-sell.ts'
import { requireScope, sellChecks } from '../sells/sell-checks.ts'
import { askOnce, checkPayee } from './check-payee.ts'
import { expectedWithin } from './expected-within.ts'
import { findEarlier } from './find-earlier.ts'
import { joinFindings, noFindings, type Preview, toStops } from './preview.ts'
import type { PreviewDeps } from './preview-deps.ts'
import { reckonAmounts } from './reckon-amounts.ts'

/** A sell as far as it could be read; undefined is what cannot stand. */
export type IntendedSell = Readonly<{
  amount: Money | undefined
  payee: Sell['payee'] | undefined
  wallet: Wallet | null | undefined
  reference: string | null
}>

const NOTHING_MEANT = Buffer.alloc(0)

/** All that would stand in the way of a sell, asked at the same time. Who is on a list, and how fast a business sells, is not told beforehand. */
export async function previewSell(
  deps: PreviewDeps,
  asking: SellAsking,
  sell: IntendedSell,
): Promise<Preview> {
  const { tenant, terms } = asking
  const { amount, payee, wallet, reference } = sell
  const amounts = reckonAmounts(amount, (whole) => feeOf(terms.feePlan, whole), 'NGN')
  const expectedWithinMs = expectedWithin(sellMachine, ['deposit_received', 'cleared', 'paying_out'])
  const isWhole = amount !== undefined && payee !== undefined && wallet !== undefined
  const meaning = isWhole
    ? meaningOfSell({ amount, payee, wallet, reference, idempotencyKey: null })
    : undefined
  const names = namesOf({ reference, idempotencyKey: null }, newId())
  const now = deps.clock.now()
  const asked = { ...deps, nameEnquiry: askOnce(deps.nameEnquiry) }
  const [earlier, refusals, problems, bank] = await Promise.all([
    findEarlier(deps.pool, tenant, names, meaning),
    collectRefusals([
      () => {
        if (wallet !== undefined) requireScope(asking, { wallet })
      },
      ...sellChecks(asked, asking, sell),
    ]),
    wallet === undefined
      ? []
      : asTenant(deps.pool, tenant, async (sql) =>
          selectOwnProblems(sql, {
            type: 'sell',
            amountMinor: amount?.minor ?? 0n,
            network: wallet?.network ?? null,
            meaning: meaning ?? NOTHING_MEANT,
            guardSince: guardSince({ names, now }),
            dailyLimitMinor: terms.dailyLimitMinor,
            at: now,
          }),
        ),
    payee === undefined ? noFindings : checkPayee(asked, tenant.mode, payee),
  ])
  if (earlier.isReplay) return { needs: [], warnings: [earlier.notice], amounts, expectedWithinMs }
  const own = problems.map((problem) => refusalOfProblem(problem, terms.mayHoldBalance))
  const found = joinFindings([
    { stops: toStops([...refusals, ...earlier.refusals]), warnings: [] },
    { stops: toStops(own.filter((refusal) => refusal !== undefined)), warnings: [] },
    bank,
  ])
  return { needs: found.stops, warnings: found.warnings, amounts, expectedWithinMs }
}

function refusalOfProblem(problem: OwnProblem, mayHoldBalance: boolean): Refusal | undefined {
  if (problem.outcome === 'frozen') {
    return new Refusal(
      'payouts_stopped',
      'Nothing is paid out for this business or from this network at the moment: the sell would wait.',
    )
  }
  // Whoever may hold no balance is told so, and not that it is too small.
  if (problem.outcome === 'insufficient_balance' && !mayHoldBalance) return undefined
  return refusalOfAnswer(problem, 'sell')
}
