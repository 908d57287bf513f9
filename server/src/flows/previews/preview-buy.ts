import type { Money } from '../../kernel/money/money.ts'
import { Refusal } from '../../kernel/refusal.ts'
import { listedAccounts, type VendorAccount } from '../../records/banks/vendor-account.ts'
import { feeOf } from '../../records/fees/fee.ts'
import type { ClaimedPayer } from '../../records/transactions/accepting/buy-store.ts'
import type { OwnProblem } from '../../records/transactions/accepting/request-store.ts'
import { buyMachine } from '../../records/transactions/machines/buy-machine.ts'
import type { Wallet } from '../../records/transactions/wallets/wallet.ts'
import { collectRefusals } from '../accept/refusals.ts'
import type { Asking } from '../accept/request-identity.ts'
import { buyChecks, meaningOfBuy, walletOf } from '../buys/accept-buy.ts'
import { checkDelivery } from './check-delivery.ts'
import {
  askRecord,
  conclude,
  expectedWithin,
  type Findings,
  noFindings,
  type Preview,
  type PreviewDeps,
  reckonAmounts,
  toFindings,
} from './preview.ts'

/** The parsed fields of a buy; undefined for a field that is missing or invalid. */
export type IntendedBuy = Readonly<{
  amount: Money | undefined
  paidInto: VendorAccount | undefined
  payer: ClaimedPayer | undefined
  wallet: Wallet | null | undefined
  reference: string | null
  /** The vendor accounts that the caller may see. */
  visible: readonly VendorAccount[]
}>

/** Runs all checks of a buy at the same time. Sanctions hits and velocity limits are not disclosed in advance. */
export async function previewBuy(deps: PreviewDeps, asking: Asking, buy: IntendedBuy): Promise<Preview> {
  const { tenant, terms } = asking
  const { amount, paidInto, payer, wallet } = buy
  const amounts = reckonAmounts(amount, (whole) => feeOf(terms.feePlan, whole), 'NGNC')
  const expectedWithinMs = expectedWithin(buyMachine, ['payment_received', 'cleared', 'sending'])
  const destination = wallet === undefined ? null : walletOf(terms, wallet)
  const isWhole =
    amount !== undefined && paidInto !== undefined && payer !== undefined && wallet !== undefined
  const meaning = isWhole
    ? meaningOfBuy({ amount, paidInto, payer, wallet, reference: buy.reference, idempotencyKey: null })
    : undefined
  const { reference } = buy
  const network = destination?.network ?? null
  const [{ earlier, problems }, refusals, delivery] = await Promise.all([
    askRecord(deps, asking, { type: 'buy', amount, network, reference, meaning }),
    collectRefusals(buyChecks(terms, buy)),
    destination === null ? noFindings : checkDelivery(deps, tenant, destination, amounts?.receives),
  ])
  return conclude({ amounts, expectedWithinMs }, earlier, [
    toFindings([...refusals, ...earlier.refusals]),
    checkVendor(asking, buy),
    delivery,
    toFindings(problems.map((problem) => refusalOfProblem(problem, destination))),
  ])
}

/** A buy over the limit is accepted and waits, because its payer may have paid. The preview reports the limit before anybody pays. */
function refusalOfProblem({ outcome }: OwnProblem, wallet: Wallet | null): Refusal | undefined {
  switch (outcome) {
    case 'daily_limit':
      return new Refusal(
        'daily_limit',
        'This exceeds the daily limit of the business. The buy would be accepted, and would wait until the limit is raised or an operator releases it.',
      )
    case 'network_not_open':
      return new Refusal(
        'delivery_not_open',
        `${wallet?.network} is not available in this mode yet. Use another network.`,
      )
    case 'frozen':
      return new Refusal(
        'delivery_stopped',
        'Deliveries are paused for this business or on this network. Try again later, or contact us.',
      )
    default:
      return undefined
  }
}

function checkVendor({ tenant }: Asking, { paidInto, visible }: IntendedBuy): Findings {
  if (paidInto?.state === 'draining') {
    const message =
      'This account is being replaced. Payments to it still count. List the vendors again and show the new account.'
    return { stops: [], warnings: [{ code: 'vendor_draining', message }] }
  }
  if (paidInto !== undefined || listedAccounts(visible, tenant.mode).length > 0) return noFindings
  const message = 'No vendor account accepts payments in this mode now. Try again later, or contact us.'
  return { stops: [{ code: 'unknown_vendor', message, field: 'vendor_number' }], warnings: [] }
}
