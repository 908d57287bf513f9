import { hash } from 'node:crypto'
import { newId } from '../../kernel/ids/ids.ts'
import { asTenant } from '../../kernel/postgres/pool.ts'
import { assert, Refusal } from '../../kernel/refusal.ts'
import type { Assertion } from '../../records/decisions/sign-decision.ts'
import {
  type Beneficiary,
  findBeneficiaries,
  insertBeneficiaries,
  markBeneficiaryEnded,
  type Paying,
} from '../../records/payments/beneficiary-store.ts'
import {
  endPaymentOrder,
  type FollowedItem,
  findPaymentOrder,
  insertPaymentLimit,
  insertPaymentOrder,
  insertPaymentSignature,
  listPaymentItems,
  type OrderState,
  type PaymentOrder,
  readPaymentLimit,
  readPeopleForPayment,
  retryPaymentItems,
} from '../../records/payments/payment-order-store.ts'
import { formatPaymentLimit, formatPaymentOrder, totalOf } from '../../records/payments/payment-text.ts'
import { type CheckDeps, type CheckedPayment, checkPayments, type TypedPayment } from './check-payments.ts'
import { orRefused, requireOwnSignature, type SigningDeps } from './member-signing.ts'

export type MakeDeps = CheckDeps & SigningDeps

/** An order with its items, and how many members must sign it. */
export type WholeOrder = Readonly<{ order: PaymentOrder; items: readonly FollowedItem[]; people: number }>

/** Adds a bank account, with the name that the bank answers. An account that is in use already is returned as it is. */
export async function addBeneficiary(
  deps: CheckDeps,
  paying: Paying,
  account: Readonly<{ bank: string; accountNumber: string }>,
): Promise<Beneficiary> {
  const typed = { ...account, amount: '1000', reference: 'beneficiary', note: '' }
  const [checked] = await checkPayments(deps, paying, [typed])
  assert(checked !== undefined, 'one payment must give one answer')
  const problem = checked.problems.find(({ field }) => field === 'bank' || field === 'account_number')
  if (problem !== undefined) throw new Refusal(problem.code, problem.message)
  await addNew(deps, paying, [checked])
  const [added] = await asTenant(deps.memberPool, paying, async (sql) =>
    findBeneficiaries(sql, paying, [
      { bankCode: checked.bank?.key ?? '', accountNumber: checked.accountNumber },
    ]),
  )
  return added ?? refuseBeneficiary()
}

export async function endBeneficiary({ pool }: CheckDeps, paying: Paying, id: string): Promise<void> {
  if (!(await orRefused(markBeneficiaryEnded(pool, paying, id)))) refuseBeneficiary()
}

/**
 * Stores an order before anybody signs it. Nothing is paid yet. Accounts that are new become beneficiaries. A repeated proposal with the same
 * reference and the same payments returns the first order.
 */
export async function proposePayments(
  deps: MakeDeps,
  paying: Paying,
  { reference, payments }: Readonly<{ reference: string; payments: readonly TypedPayment[] }>,
): Promise<WholeOrder> {
  const checked = await checkPayments(deps, paying, payments)
  const wrong = checked.filter(({ problems }) => problems.length > 0)
  if (wrong.length > 0) {
    const [first] = wrong
    throw new Refusal(
      'payments_invalid',
      `Row ${first?.number}: ${first?.problems[0]?.message ?? 'cannot be paid.'}`,
      { detail: { rows: wrong.map(({ number, problems }) => ({ number, problems })) } },
    )
  }
  await addNew(deps, paying, checked)
  const id = newId()
  const items = checked.map(({ number, bank, accountNumber, accountName, amountMinor, ...rest }) => {
    assert(bank !== null && accountName !== null && amountMinor !== null, 'a payment must be whole')
    const { reference: own, note } = rest
    return { number, bankCode: bank.key, accountNumber, accountName, amountMinor, reference: own, note }
  })
  const text = formatPaymentOrder({ ...paying, id, reference, items })
  const meaning = hash(
    'sha256',
    JSON.stringify(
      items.map((item) => [
        item.bankCode,
        item.accountNumber,
        String(item.amountMinor),
        item.reference,
        item.note,
      ]),
    ),
    'buffer',
  )
  const order = { id, reference, meaning, totalMinor: totalOf(items), text, items }
  return readWholeOrder(deps, paying, await orRefused(insertPaymentOrder(deps.pool, paying, order)))
}

/** Returns an order to a member of its business. For others it does not exist. */
export async function readWholeOrder(deps: CheckDeps, paying: Paying, id: string): Promise<WholeOrder> {
  return asTenant(deps.memberPool, paying, async (sql) => {
    const order = await findPaymentOrder(sql, paying, id)
    if (order === undefined) return refuseOrder()
    const items = await listPaymentItems(sql, id)
    return { order, items, people: await readPeopleForPayment(deps.pool, id) }
  })
}

/** Verifies a member's signature of an order and stores it. With enough signatures the order is approved, and its items are paid. */
export async function signPayments(
  deps: MakeDeps,
  paying: Paying,
  id: string,
  assertion: Assertion,
): Promise<Readonly<{ isApproved: boolean }>> {
  const { order } = await readWholeOrder(deps, paying, id)
  await requireOwnSignature(deps, paying, order.text, assertion, 'payment')
  return { isApproved: await orRefused(insertPaymentSignature(deps.pool, paying, id, assertion)) }
}

/** Withdraws one's own order, or refuses that of another member. */
export async function endPayments({ pool }: CheckDeps, paying: Paying, id: string): Promise<OrderState> {
  return orRefused(endPaymentOrder(pool, paying, id))
}

/** Has the refused items tried again, under the same references. Returns how many. */
export async function retryPayments({ pool }: CheckDeps, paying: Paying, id: string): Promise<number> {
  return orRefused(retryPaymentItems(pool, paying, id))
}

/** A change of the limit before an owner signs it. */
export type LimitDraft = Readonly<{ version: number; limitMinor: bigint; text: string }>

export async function draftLimit(
  { memberPool }: CheckDeps,
  paying: Paying,
  limitMinor: bigint,
): Promise<LimitDraft> {
  const { version } = await asTenant(memberPool, paying, async (sql) => readPaymentLimit(sql, paying))
  const next = { ...paying, version: version + 1, limitMinor }
  return { version: next.version, limitMinor, text: formatPaymentLimit(next) }
}

/** Sets the limit that the owner signed. */
export async function setLimit(
  deps: MakeDeps,
  paying: Paying,
  { version, limitMinor }: Omit<LimitDraft, 'text'>,
  assertion: Assertion,
): Promise<void> {
  const text = formatPaymentLimit({ ...paying, version, limitMinor })
  await requireOwnSignature(deps, paying, text, assertion, 'limit')
  await orRefused(insertPaymentLimit(deps.pool, paying, { version, limitMinor, text }, assertion))
}

async function addNew(
  { pool }: CheckDeps,
  paying: Paying,
  checked: readonly CheckedPayment[],
): Promise<void> {
  const fresh = checked.flatMap(({ bank, accountNumber, accountName, settledAt }) =>
    bank !== null && accountName !== null && settledAt === null
      ? [{ id: newId(), bankCode: bank.key, accountNumber, accountName }]
      : [],
  )
  if (fresh.length > 0) await orRefused(insertBeneficiaries(pool, paying, fresh))
}

function refuseBeneficiary(): never {
  throw new Refusal('beneficiary_unknown', 'Your business has no such beneficiary in use.')
}

function refuseOrder(): never {
  throw new Refusal('payment_order_unknown', 'Your business has no such payment order.')
}
