import { newId } from '../../kernel/ids/ids.ts'
import type { Money } from '../../kernel/money/money.ts'
import { asTenant, type Pool } from '../../kernel/postgres/pool.ts'
import { Refusal } from '../../kernel/refusal.ts'
import type { Assertion } from '../../records/decisions/sign-decision.ts'
import type { Paying } from '../../records/payments/beneficiary-store.ts'
import {
  type EnrolledWallet,
  findWallet,
  formatWallet,
  insertWallet,
  insertWalletSignature,
  markWalletEnded,
} from '../../records/payments/wallet-store.ts'
import {
  endWithdrawalOrder,
  findWithdrawalOrder,
  formatWithdrawal,
  insertWithdrawalOrder,
  insertWithdrawalSignature,
  readPeopleForWithdrawal,
  type WithdrawalOrder,
  type WithdrawalState,
} from '../../records/payments/withdrawal-order-store.ts'
import type { Wallet } from '../../records/transactions/wallets/wallet.ts'
import { isOwnWallet } from '../../records/transactions/wallets/wallet-store.ts'
import { orRefused, requireOwnSignature, type SigningDeps } from './member-signing.ts'

export type WithdrawalDeps = SigningDeps &
  Readonly<{
    /** Sees the business of the request only. */
    memberPool: Pool
  }>

/** An order, and how many members must sign it. */
export type WholeWithdrawal = Readonly<{ order: WithdrawalOrder; people: number }>

/** Stores a wallet before anybody signs it. It counts for nothing yet. */
export async function proposeWallet(
  deps: WithdrawalDeps,
  paying: Paying,
  { network, address, label }: Wallet & Readonly<{ label: string }>,
): Promise<EnrolledWallet> {
  // Tokens that go to a wallet of ours would look like money of others.
  if (await isOwnWallet(deps.pool, address))
    throw new Refusal('wallet_address_forbidden', 'This wallet belongs to Afara. Use a wallet of your own.')
  const id = newId()
  const text = formatWallet({ ...paying, id, network, address, label })
  await orRefused(insertWallet(deps.pool, paying, { id, network, address, label, text }))
  return readWallet(deps, paying, id)
}

/** Verifies a member's signature of a wallet and stores it. The second one ends the cooling-off. */
export async function signWallet(
  deps: WithdrawalDeps,
  paying: Paying,
  id: string,
  assertion: Assertion,
): Promise<EnrolledWallet> {
  const { text } = await readWallet(deps, paying, id)
  await requireOwnSignature(deps, paying, text, assertion, 'wallet')
  await orRefused(insertWalletSignature(deps.pool, paying, id, assertion))
  return readWallet(deps, paying, id)
}

/** Removes a wallet at once. */
export async function endWallet({ pool }: WithdrawalDeps, paying: Paying, id: string): Promise<void> {
  if (!(await orRefused(markWalletEnded(pool, paying, id)))) refuseWallet()
}

async function readWallet(
  { memberPool }: WithdrawalDeps,
  paying: Paying,
  id: string,
): Promise<EnrolledWallet> {
  const wallet = await asTenant(memberPool, paying, async (sql) => findWallet(sql, paying, id))
  return wallet ?? refuseWallet()
}

/** Stores a withdrawal before anybody signs it. A repeated proposal with the same reference returns the first one. */
export async function proposeWithdrawal(
  deps: WithdrawalDeps,
  paying: Paying,
  { reference, walletId, amount }: Readonly<{ reference: string; walletId: string; amount: Money }>,
): Promise<WholeWithdrawal> {
  const { network, address } = await readWallet(deps, paying, walletId)
  const order = { id: newId(), reference, walletId, amountMinor: amount.minor }
  const text = formatWithdrawal({ ...paying, ...order, network, address })
  const id = await orRefused(insertWithdrawalOrder(deps.pool, paying, { ...order, text }))
  return readWithdrawal(deps, paying, id)
}

/** Returns an order to a member of its business. For others it does not exist. */
export async function readWithdrawal(
  { pool, memberPool }: WithdrawalDeps,
  paying: Paying,
  id: string,
): Promise<WholeWithdrawal> {
  const order = await asTenant(memberPool, paying, async (sql) => findWithdrawalOrder(sql, paying, id))
  if (order === undefined)
    throw new Refusal('withdrawal_order_unknown', 'Your business has no such withdrawal.')
  return { order, people: await readPeopleForWithdrawal(pool, id) }
}

/** Verifies a member's signature of a withdrawal and stores it. With enough signatures it is approved, and the tokens are sent. */
export async function signWithdrawal(
  deps: WithdrawalDeps,
  paying: Paying,
  id: string,
  assertion: Assertion,
): Promise<Readonly<{ isApproved: boolean }>> {
  const { order } = await readWithdrawal(deps, paying, id)
  await requireOwnSignature(deps, paying, order.text, assertion, 'withdrawal')
  return { isApproved: await orRefused(insertWithdrawalSignature(deps.pool, paying, id, assertion)) }
}

/** Cancels one's own withdrawal, or refuses that of another member. */
export async function endWithdrawal(
  { pool }: WithdrawalDeps,
  paying: Paying,
  id: string,
): Promise<WithdrawalState> {
  return orRefused(endWithdrawalOrder(pool, paying, id))
}

function refuseWallet(): never {
  throw new Refusal('wallet_unknown', 'Your business has no such wallet in use.')
}
