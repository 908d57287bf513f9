import { randomInt } from 'node:crypto'
import type { Clock } from '../../kernel/clock/clock.ts'
import { newId } from '../../kernel/ids/ids.ts'
import { type Money, money } from '../../kernel/money/money.ts'
import { asTenant, type Pool } from '../../kernel/postgres/pool.ts'
import { Refusal } from '../../kernel/refusal.ts'
import { requireHonoured, type VendorAccount } from '../../records/banks/vendor-account.ts'
import { feeOf } from '../../records/fees/fee.ts'
import { type Buy, findBuy, type NewBuy } from '../../records/transactions/accepting/buy-store.ts'
import {
  type ExpectedPayment,
  findExpectedPayment,
  issueExpected,
  newPaymentCode,
  readFreeTails,
} from '../../records/transactions/accepting/expected-payment-store.ts'
import type { Wallet } from '../../records/transactions/wallets/wallet.ts'
import { acceptOnce } from '../accept/accept-once.ts'
import { findFirst } from '../accept/find-first.ts'
import {
  type Asking,
  commonFields,
  type GivenNames,
  identifyRequest,
  meaningOf,
} from '../accept/request-identity.ts'
import { requireDestination, walletOf } from './accept-buy.ts'

export type ExpectedPaymentRequest = GivenNames &
  Readonly<{
    /** Whole naira. */
    amount: Money
    /** Whether kobo that identify the payment are added to the amount, if some are free. */
    addsKobo: boolean
    payInto: VendorAccount
    wallet: Wallet | null
  }>

type IssuedPayment = Readonly<{ buy: Buy; expected: ExpectedPayment; isReplay: boolean }>

const EXPECTED_WINDOW_MS = 3 * 24 * 60 * 60 * 1000
const KOBO = 100n
// A retry is needed only when another request took the same amount or code first.
const ISSUE_TRIES = 5

/**
 * Opens a buy before the payment. Its amount identifies the payment, because no other payer of the account was given that amount; its code
 * does so too. The amount and the code become free again a week after the payment or the expiry.
 */
export async function issueExpectedPayment(
  { pool, clock }: { pool: Pool; clock: Clock },
  asking: Asking,
  request: ExpectedPaymentRequest,
): Promise<IssuedPayment> {
  const { tenant, terms } = asking
  const identity = identifyRequest(request, meaningOfExpected(request))

  const draft = async (): Promise<Omit<NewBuy, 'payer'>> => {
    const { amount, payInto } = request
    requireHonoured(payInto)
    if (amount.minor % KOBO !== 0n) {
      throw new Refusal('amount_too_fine', 'The amount must be whole naira.')
    }
    requireDestination(terms, request.wallet)
    const createdAt = clock.now()
    return {
      ...commonFields(asking, identity),
      amount,
      fee: feeOf(terms.feePlan, amount),
      vendorAccountId: payInto.id,
      wallet: walletOf(terms, request.wallet),
      createdAt,
      expiresAt: new Date(createdAt.getTime() + EXPECTED_WINDOW_MS),
    }
  }

  const issue = async (drafted: Omit<NewBuy, 'payer'>): Promise<IssuedPayment | undefined> => {
    for (let tries = 0; tries < ISSUE_TRIES; tries += 1) {
      const picked = request.addsKobo ? await pickAmount(pool, drafted) : undefined
      const amount = picked ?? drafted.amount
      const buy = { ...drafted, amount, fee: feeOf(terms.feePlan, amount) }
      const code = newPaymentCode()
      const answer = await issueExpected(pool, { id: newId(), buy, code })
      if (answer === undefined) continue
      if (!answer.accepted) return undefined
      const expected = { amount, code, expiresAt: buy.expiresAt }
      return {
        buy: { ...buy, payer: null, status: 'pending_payment', needs: answer.needs },
        expected,
        isReplay: false,
      }
    }
    throw new Refusal('unavailable', 'Too many payments are being created. Try again in a second.')
  }

  const findIssued = async (): Promise<IssuedPayment | undefined> => {
    const firstId = await findFirst(pool, tenant, identity.names, identity.meaning)
    if (firstId === undefined) return undefined
    return asTenant(pool, tenant, async (sql) => {
      const buy = await findBuy(sql, firstId)
      const expected = await findExpectedPayment(sql, firstId)
      return buy && expected && { buy, expected, isReplay: true }
    })
  }

  return acceptOnce(draft, issue, findIssued)
}

/** Returns a digest of the request. The account to pay into is not part of it, because we choose the account. */
function meaningOfExpected({ amount, wallet }: ExpectedPaymentRequest): Buffer {
  return meaningOf(['expected', amount.minor, wallet?.network ?? null, wallet?.address ?? null])
}

/**
 * Returns an amount of whole naira plus random kobo that no other payer was given. Random, so that the next amount cannot be guessed.
 * Undefined if all kobo are taken: then the payer pays the whole naira, and only the code identifies the payment.
 */
export async function pickAmount(
  pool: Pool,
  asked: Pick<NewBuy, 'vendorAccountId' | 'businessId' | 'amount'>,
): Promise<Money | undefined> {
  const tails = await readFreeTails(pool, asked)
  const tail = tails.length === 0 ? undefined : tails[randomInt(tails.length)]
  return tail === undefined ? undefined : money('NGN', asked.amount.minor + BigInt(tail))
}
