import type { Clock } from '../../kernel/clock/clock.ts'
import type { Money } from '../../kernel/money/money.ts'
import { asTenant, type Pool } from '../../kernel/postgres/pool.ts'
import { Refusal } from '../../kernel/refusal.ts'
import { findShownNumber } from '../../movements/collections/collection-number-store.ts'
import { listedAccounts, type VendorAccount } from '../../records/banks/vendor-account.ts'
import { findVendorAccountById } from '../../records/banks/vendor-account-store.ts'
import type { Buy } from '../../records/transactions/accepting/buy-store.ts'
import type { Wallet } from '../../records/transactions/wallets/wallet.ts'
import type { Asking, GivenNames } from '../accept/request-identity.ts'
import type { NumberDesk } from '../collections/number-desk.ts'
import { issueExpectedPayment } from './issue-expected-payment.ts'

export type ExpectedBuyRequest = GivenNames & Readonly<{ amount: Money; wallet: Wallet | null }>

export type ExpectedBuy = Readonly<{
  buy: Buy
  /** The account that the buy names. */
  account: VendorAccount
  /** What the payer is told. Null if the buy waits for no payment. */
  payInto: PayInto | null
  isReplay: boolean
}>

type PayInto = Readonly<{
  accountNumber: string
  accountName: string
  bankName: string
  code: string
  /** False if the number is for this payment alone. Otherwise the payer must send the code. */
  isShared: boolean
  payBefore: Date
}>

type Deps = Readonly<{ pool: Pool; clock: Clock; numbers: Pick<NumberDesk, 'obtain'> }>

/**
 * Opens a buy before the payment, with an account number for this payment alone. The payment is matched by the number, so nobody claims it.
 * If no vendor gives a number in time, the payer uses a shared account and the code. A repeated request returns the same buy, and a new
 * number if the first one has expired.
 */
export async function expectBuy(
  { pool, clock, numbers }: Deps,
  asking: Asking,
  visible: readonly VendorAccount[],
  request: ExpectedBuyRequest,
): Promise<ExpectedBuy> {
  const { tenant } = asking
  const [payInto] = listedAccounts(visible, tenant.mode)
  if (payInto === undefined) {
    throw new Refusal('unavailable', 'No vendor account accepts payments now. Try again in a few minutes.')
  }
  const issued = await issueExpectedPayment({ pool, clock }, asking, { ...request, payInto, addsKobo: false })
  const { buy, expected, isReplay } = issued
  await numbers.obtain(tenant.mode, buy.id)
  return asTenant(pool, tenant, async (sql) => {
    const own = await findShownNumber(sql, buy.id, clock.now())
    const account = (await findVendorAccountById(sql, buy.vendorAccountId)) ?? payInto
    const shared = { number: account.accountNumber, accountName: account.name, bankName: account.bankName }
    const { number, accountName, bankName } = own ?? shared
    const told = {
      accountNumber: number,
      accountName,
      bankName,
      code: expected.code,
      isShared: own === undefined,
      payBefore: own?.validUntil ?? expected.expiresAt,
    }
    return { buy, account, payInto: buy.status === 'pending_payment' ? told : null, isReplay }
  })
}
