import { formatId } from '../../kernel/ids/ids.ts'
import { type Money, money } from '../../kernel/money/money.ts'
import { asTenant, type Tenant } from '../../kernel/postgres/pool.ts'
import { Refusal } from '../../kernel/refusal.ts'
import { findShownNumber } from '../../movements/collections/collection-number-store.ts'
import type { VendorAccount } from '../../records/banks/vendor-account.ts'
import { findVendorAccountById } from '../../records/banks/vendor-account-store.ts'
import { type Buy, findBuy } from '../../records/transactions/accepting/buy-store.ts'
import { findExpectedPayment } from '../../records/transactions/accepting/expected-payment-store.ts'
import { findSell, type Sell } from '../../records/transactions/accepting/sell-store.ts'
import { chooseAccount, chooseNetwork, drawPerson, sandboxBank } from './sandbox-parties.ts'
import type { ScenarioDeps } from './scenario.ts'
import { refuseLiveKey } from './test-business.ts'

type PayDeps = Pick<ScenarioDeps, 'pool' | 'clock' | 'world' | 'vendorAccounts'>

export type WantedPayment = Readonly<{
  /** A buy to be paid as claimed, except for the fields below that are set. */
  transactionId: string | undefined
  amount: Money | undefined
  accountNumber: string | undefined
  payer: Readonly<Partial<{ bank: Bank; accountNumber: string; name: string }>>
  remark: string | undefined
  afterSeconds: number | undefined
}>
type Bank = Readonly<{ code: string; name: string }>

export type TestPayment = Readonly<{
  paidInto: VendorAccount
  amount: Money
  payer: Readonly<{ bankCode: string; bankName: string; accountNumber: string; name: string }>
}>

/** Simulates a payment into a test account that this business may use. The bank notifies us as for any other payment. */
export async function payTestAccount(
  deps: PayDeps,
  tenant: Tenant,
  wanted: WantedPayment,
): Promise<TestPayment> {
  refuseLiveKey(tenant)
  const claimed =
    wanted.transactionId === undefined ? undefined : await findClaimed(deps, tenant, wanted.transactionId)
  const amount = wanted.amount ?? claimed?.amount
  if (amount === undefined)
    throw new Refusal('field_required', 'Send an amount, or the transaction_id of a buy.')
  const paidInto =
    claimed?.paidInto ?? (await chooseAccount(deps.vendorAccounts, tenant, wanted.accountNumber))
  const drawn = drawPerson(tenant.businessId, wanted.transactionId ?? crypto.randomUUID())
  const { bank } = wanted.payer
  const payer = {
    bankCode: bank?.code ?? claimed?.buy.payer?.bankCode ?? sandboxBank.code,
    bankName: bank?.name ?? claimed?.buy.payer?.bankName ?? sandboxBank.name,
    accountNumber: wanted.payer.accountNumber ?? claimed?.buy.payer?.accountNumber ?? drawn.accountNumber,
    name: wanted.payer.name ?? claimed?.buy.payer?.accountName ?? drawn.name,
  }
  const accountNumber = claimed?.ownNumber ?? paidInto.accountNumber
  const remark = wanted.remark ?? claimed?.code ?? 'sandbox'
  const { afterSeconds } = wanted
  await deps.world.pay([
    { accountNumber, amount, payer, remark, ...(afterSeconds === undefined ? {} : { afterSeconds }) },
  ])
  return { paidInto, amount, payer }
}

type Claimed = Readonly<{ buy: Buy; amount: Money; code: string | undefined; paidInto: VendorAccount }> &
  Readonly<{
    /** The number that the payer was shown for this payment. */
    ownNumber: string | undefined
  }>

/** Returns the amount and account that a buy expects. An expected payment has its exact kobo and its code. */
async function findClaimed({ pool, clock }: PayDeps, tenant: Tenant, id: string): Promise<Claimed> {
  return asTenant(pool, tenant, async (sql) => {
    const buy = await findBuy(sql, id)
    const paidInto = buy && (await findVendorAccountById(sql, buy.vendorAccountId))
    if (buy === undefined || paidInto === undefined)
      throw new Refusal('transaction_unknown', `No buy has the id ${formatId('transaction', id)}.`)
    const expected = await findExpectedPayment(sql, id)
    const own = await findShownNumber(sql, id, clock.now())
    const amount = own === undefined ? (expected?.amount ?? buy.amount) : money('NGN', own.amountMinor)
    return { buy, amount, code: expected?.code, paidInto, ownNumber: own?.number }
  })
}

export type SentDeposit = Readonly<{ sell: Sell; network: string; address: string; amount: Money }>

/** Simulates a transfer of tokens to the deposit address of a sell: the full amount of the sell, or another amount. */
export async function sendTestDeposit(
  { pool, world }: Pick<ScenarioDeps, 'pool' | 'world'>,
  tenant: Tenant,
  { transactionId, amount }: Readonly<{ transactionId: string; amount: Money | undefined }>,
): Promise<SentDeposit> {
  refuseLiveKey(tenant)
  const sell = await asTenant(pool, tenant, async (sql) => findSell(sql, transactionId))
  if (sell === undefined)
    throw new Refusal('transaction_unknown', `No sell has the id ${formatId('transaction', transactionId)}.`)
  const { wallet, depositAddress: address } = sell
  if (wallet === null || address === null)
    throw new Refusal(
      'deposits_not_open',
      'The tokens of this sell came from the balance, so it needs no deposit.',
    )
  const network = chooseNetwork(world, wallet.network)
  const sent = amount ?? sell.amount
  await world.sendTokens(network, address, sent)
  return { sell, network, address, amount: sent }
}
