import { type Money, money } from '../../kernel/money/money.ts'
import { asTenant } from '../../kernel/postgres/pool.ts'
import { Refusal } from '../../kernel/refusal.ts'
import type { SandboxPayment } from '../../movements/sandbox/sandbox-world.ts'
import { buyBounds } from '../../records/limits/transaction-bounds.ts'
import { ageTransaction } from '../../records/sandbox/sandbox-store.ts'
import { type BegunBuy, type BuyParties, beginBuy } from './begin-buy.ts'
import { chooseAccount, drawPerson, sandboxBank } from './sandbox-parties.ts'
import {
  buyDelivered,
  buyToppedUp,
  type Scenario,
  type ScenarioCall,
  type ScenarioDeps,
  type ScenarioWords,
  usualFields,
} from './scenario.ts'

type PaymentsOf = (
  buy: BegunBuy,
  deps: ScenarioDeps,
  call: ScenarioCall,
) => readonly SandboxPayment[] | Promise<readonly SandboxPayment[]>

/** Creates one buy and simulates its payments, unless the request is repeated. */
function createBuyScenario(
  words: ScenarioWords,
  paymentsOf: PaymentsOf = ({ payment }) => [payment],
  partiesOf?: (deps: ScenarioDeps) => BuyParties | Promise<BuyParties>,
): Scenario {
  return {
    ...words,
    type: 'buy',
    run: async (deps, call) => {
      const buy = await beginBuy(deps, call, await partiesOf?.(deps))
      if (!buy.isReplay) await deps.world.pay(await paymentsOf(buy, deps, call))
      return { transactionIds: [buy.id] }
    },
  }
}

export const paidExactly = createBuyScenario({
  name: 'paid_exactly',
  sentence: 'The naira arrives as announced, and the tokens are delivered.',
  does: 'Pays the exact amount of a buy from the account it names.',
  takes: usualFields,
  expect: buyDelivered,
})

/** Splits a tenth off the amount of a buy, for scenarios in which money is missing. */
function splitOff({ minor }: Money): Readonly<{ paid: Money; missing: Money }> {
  return { paid: money('NGN', minor - minor / 10n), missing: money('NGN', minor / 10n) }
}

export const shortPayment = createBuyScenario(
  {
    name: 'short_payment',
    sentence: 'One tenth of the naira is missing. The buy waits for the rest.',
    does: 'Pays nine tenths of a buy. We usually wait half an hour before we count a short payment. This scenario skips the wait. Move the clock by 48 hours to have it returned.',
    takes: usualFields,
    expect: ['buy.pending_payment', 'buy.part_paid'],
  },
  async (buy, deps, call) => [
    { ...(await ageByHalfHour(buy, deps, call)), amount: splitOff(buy.amount).paid },
  ],
)

const REST_AFTER_SECONDS = 8

export const shortThenToppedUp = createBuyScenario(
  {
    name: 'short_then_topped_up',
    sentence: 'One tenth of the naira is missing and arrives a little later.',
    does: 'As short_payment; the same payer sends the rest after `seconds` (default 8).',
    takes: [...usualFields, 'seconds'],
    expect: buyToppedUp,
  },
  async (buy, deps, call) => {
    const { paid, missing } = splitOff(buy.amount)
    const afterSeconds = call.given.seconds ?? REST_AFTER_SECONDS
    return [
      { ...(await ageByHalfHour(buy, deps, call)), amount: paid },
      { ...buy.payment, amount: missing, afterSeconds },
    ]
  },
)

const TOO_MUCH_MINOR = 500_00n

export const overPayment = createBuyScenario(
  {
    name: 'over_payment',
    sentence: 'The payer sends ₦500.00 too much. The buy is delivered, and the excess is returned.',
    does: 'On a dedicated account the buy is delivered at once, for its own amount. On a shared account an operator must check it first.',
    takes: usualFields,
    expect: buyDelivered,
  },
  async (buy, deps, call) => [
    {
      ...(await ageByHalfHour(buy, deps, call)),
      amount: money('NGN', buy.amount.minor + TOO_MUCH_MINOR),
    },
  ],
)

const MINUTE_SECONDS = 60
const HOUR_SECONDS = 60 * MINUTE_SECONDS
const PAYMENT_WINDOW_AND_AN_HOUR_SECONDS = (7 * 24 + 1) * HOUR_SECONDS
// The payment arrives after this time. By then the buy must have expired.
const LATE_AFTER_SECONDS = 6

export const latePayment = createBuyScenario(
  {
    name: 'late_payment',
    sentence:
      'The naira arrives after the buy has expired. You may accept it for two days; then it goes back.',
    does: 'Creates a buy that expires at once (your clock does not move), and pays it after `seconds` (default 6).',
    takes: [...usualFields, 'seconds'],
    expect: ['buy.pending_payment', 'buy.expired', 'buy.action_required'],
  },
  async (buy, deps, call) => {
    await asTenant(deps.pool, call.asking.tenant, async (sql) =>
      ageTransaction(sql, buy.id, PAYMENT_WINDOW_AND_AN_HOUR_SECONDS),
    )
    deps.wake(buy.id)
    const afterSeconds = call.given.seconds ?? LATE_AFTER_SECONDS
    return [{ ...buy.payment, bookedSecondsBefore: BOOKED_BEFORE_SECONDS, afterSeconds }]
  },
)

export const thirdPartyPayer = createBuyScenario(
  {
    name: 'third_party_payer',
    sentence: 'Somebody other than the payer in the buy pays. The tokens are not delivered automatically.',
    does: 'Pays a buy from another account under another name. A case is opened; the buy keeps its status.',
    takes: usualFields,
    expect: ['buy.pending_payment'],
  },
  async (buy, deps, call) => {
    const payment = await ageByHalfHour(buy, deps, call)
    const { accountNumber } = drawPerson('somebody else', buy.id)
    return [{ ...payment, payer: { ...payment.payer, accountNumber, name: 'MUSA IBRAHIM' } }]
  },
)

export const duplicatePayment = createBuyScenario(
  {
    name: 'duplicate_payment',
    sentence:
      'The payer pays twice. The buy is delivered once, and the second payment is held for the payer.',
    does: 'Pays a buy twice from the same account.',
    takes: usualFields,
    expect: buyDelivered,
  },
  ({ payment }) => [payment, { ...payment, afterSeconds: 1 }],
)

const UNCLAIMED_MINOR = buyBounds.minimum.minor

export const paymentWithoutClaim: Scenario = {
  name: 'payment_without_claim',
  type: null,
  sentence: 'Naira arrives without a buy and waits for one.',
  does: 'Pays into your test account. Create a buy with the amount, account and payer in `payment` of the reply. It is paid at once.',
  takes: ['amount', 'bank_name', 'account_number', 'account_name'],
  expect: [],
  run: async ({ vendorAccounts, world }, { name, asking, given }) => {
    const paidInto = await chooseAccount(vendorAccounts, asking.tenant)
    const drawn = drawPerson(asking.tenant.businessId, name, crypto.randomUUID())
    const amount = money('NGN', given.amountMinor ?? UNCLAIMED_MINOR)
    const bank = given.bank ?? sandboxBank
    const payer = {
      accountNumber: given.accountNumber ?? drawn.accountNumber,
      name: given.accountName ?? drawn.name,
      bankCode: bank.code,
    }
    const { accountNumber } = paidInto
    await world.pay([{ accountNumber, amount, payer, remark: `sandbox ${name}` }])
    const { accountNumber: payerNumber, name: accountName } = payer
    const told = { bankName: bank.name, accountNumber: payerNumber, accountName }
    return { transactionIds: [], payment: { accountNumber, amount, payer: told } }
  },
}

const RECALLED_AFTER_SECONDS = 20

export const recalledCredit = createBuyScenario(
  {
    name: 'recalled_credit',
    sentence: 'After the tokens were delivered, the payer’s bank recalls the naira.',
    does: 'Pays a buy. After `seconds` (default 20) the sending bank recalls the payment.',
    takes: [...usualFields, 'seconds'],
    expect: [...buyDelivered, 'buy.recalled'],
  },
  ({ payment }, _deps, { given }) => [
    { ...payment, recalledAfterSeconds: given.seconds ?? RECALLED_AFTER_SECONDS },
  ],
)

export const walletWithoutTrustline = createBuyScenario(
  {
    name: 'wallet_without_trustline',
    sentence: 'The wallet does not accept the token yet. The buy waits, with the reason in `needs`.',
    does: 'Pays a buy for a new Stellar account without a trustline. The buy continues when the wallet can receive; move the clock by two days to open a case.',
    takes: ['amount', 'bank_name', 'account_number', 'account_name'],
    expect: ['buy.pending_payment', 'buy.payment_received'],
  },
  undefined,
  async ({ world }) => {
    const wallet = await world.openWalletWithoutTrustline()
    if (wallet !== undefined) return { wallet }
    throw new Refusal('sandbox_unavailable', 'No network with trustlines is available in this sandbox.')
  },
)

export const onHold = createBuyScenario(
  {
    name: 'on_hold',
    sentence: 'The buy is held for review. The reason is not disclosed.',
    does: 'Pays a buy whose payer has a name from the test sanctions list. Only an operator can end the review.',
    takes: ['amount', 'reference', 'network', 'wallet_address', 'bank_name', 'account_number'],
    expect: ['buy.pending_payment', 'buy.payment_received', 'buy.on_hold'],
  },
  undefined,
  ({ world }) => {
    if (world.listedName !== undefined) return { payerName: world.listedName }
    throw new Refusal('sandbox_unavailable', 'Sanctions screening is not enabled in test mode here.')
  },
)

const STORM_BUYS = 20

export const webhookStorm: Scenario = {
  name: 'webhook_storm',
  type: 'buy',
  sentence: 'Many buys at once: events arrive in bursts and out of order.',
  does: 'Creates and pays `count` buys (default 20, maximum 100). `expect` lists the events of each buy.',
  takes: ['amount', 'network', 'wallet_address', 'count'],
  expect: buyDelivered,
  run: async (deps, call) => {
    const places = Array.from({ length: call.given.count ?? STORM_BUYS }, (_, part) => part)
    const buys = await Promise.all(places.map(async (part) => beginBuy(deps, call, { part })))
    await deps.world.pay(buys.map(({ payment }) => payment))
    return { transactionIds: buys.map(({ id }) => id) }
  },
}

// The matching gives a payment of another amount to a buy only half an hour after the later of the two, and only if the payment and the
// claim are close in time.
const CLAIMED_BEFORE_SECONDS = 40 * MINUTE_SECONDS
const BOOKED_BEFORE_SECONDS = 31 * MINUTE_SECONDS

/** Makes a buy and its payment so old that the matching no longer waits for a payment of the exact amount. */
async function ageByHalfHour(
  { id, payment }: BegunBuy,
  { pool }: ScenarioDeps,
  { asking }: ScenarioCall,
): Promise<SandboxPayment> {
  await asTenant(pool, asking.tenant, async (sql) => ageTransaction(sql, id, CLAIMED_BEFORE_SECONDS))
  return { ...payment, bookedSecondsBefore: BOOKED_BEFORE_SECONDS }
}
