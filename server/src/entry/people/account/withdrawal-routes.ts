import type { FastifyInstance, FastifyRequest } from 'fastify'
import { type Static } from 'typebox'
import {
  endWallet,
  endWithdrawal,
  proposeWallet,
  proposeWithdrawal,
  readWithdrawal,
  signWallet,
  signWithdrawal,
} from '../../../flows/payments/order-withdrawals.ts'
import { parseMoney } from '../../../kernel/money/money.ts'
import { asTenant } from '../../../kernel/postgres/pool.ts'
import { requireWithin, sellBounds } from '../../../records/limits/transaction-bounds.ts'
import type { Paying } from '../../../records/payments/beneficiary-store.ts'
import { readPaymentLimit } from '../../../records/payments/payment-order-store.ts'
import { type EnrolledWallet, listWallets } from '../../../records/payments/wallet-store.ts'
import { listWithdrawalOrders } from '../../../records/payments/withdrawal-order-store.ts'
import { readGivenWallet } from '../../http/transaction-wire.ts'
import { toSignature } from '../credential-wire.ts'
import type { PeopleDeps } from '../people-deps.ts'
import { readIdOr } from '../people-wire.ts'
import { counted, MODE_PATH, memberRoutes, SignBody } from './payment-routes.ts'
import { toLimitWire } from './payment-wire.ts'
import {
  endWalletOperation,
  endWithdrawalOperation,
  enrolWalletOperation,
  listWalletsOperation,
  listWithdrawalsOperation,
  proposeWithdrawalOperation,
  readWithdrawalOperation,
  signWalletOperation,
  signWithdrawalOperation,
} from './withdrawal-operations.ts'
import {
  EnrolBody,
  toListedWithdrawal,
  toWalletWire,
  toWithdrawalOrder,
  WithdrawBody,
} from './withdrawal-wire.ts'

const WALLET_PATH = `${MODE_PATH}/wallets/:wallet_id`
const ORDER_PATH = `${MODE_PATH}/withdrawal-orders/:withdrawal_order_id`

/** Adds the routes with which members enrol wallets and withdraw from the balance of their business. */
export function addWithdrawalRoutes(app: FastifyInstance, deps: PeopleDeps): void {
  const route = memberRoutes(app)
  const rules = async () => deps.tools.readWalletRules()
  const whole = async (paying: Paying, id: string, message: string) => ({
    message,
    withdrawal_order: toWithdrawalOrder(
      await rules(),
      await readWithdrawal(deps, paying, id),
      paying.memberId,
    ),
  })
  const one = async ({ memberId }: Paying, wallet: EnrolledWallet) =>
    toWalletWire(await rules(), wallet, memberId)

  route('GET', `${MODE_PATH}/wallets`, 'payments.read', listWalletsOperation, async (paying) => {
    const found = await asTenant(deps.memberPool, paying, async (sql) => listWallets(sql, paying))
    return {
      message: counted(found.length, 'wallet', 'wallets'),
      wallets: await Promise.all(found.map(async (wallet) => one(paying, wallet))),
    }
  })
  route(
    'POST',
    `${MODE_PATH}/wallets`,
    'payments.make',
    enrolWalletOperation,
    async (paying, request) => {
      const body = request.body as Static<typeof EnrolBody>
      const wallet = { ...readGivenWallet(await rules(), body), label: body.label.trim() }
      const proposed = await proposeWallet(deps, paying, wallet)
      return { message: 'Sign the wallet with your passkey.', wallet: await one(paying, proposed) }
    },
    EnrolBody,
  )
  route(
    'POST',
    `${WALLET_PATH}/sign`,
    'payments.make',
    signWalletOperation,
    async (paying, request) => {
      const { credential } = request.body as Static<typeof SignBody>
      const wallet = await signWallet(deps, paying, walletIdOf(request), toSignature(credential))
      const message = wallet.approvedByName === null ? 'The wallet is enrolled.' : 'The wallet is ready.'
      return { message, wallet: await one(paying, wallet) }
    },
    SignBody,
  )
  route('POST', `${WALLET_PATH}/end`, 'payments.make', endWalletOperation, async (paying, request) => {
    await endWallet(deps, paying, walletIdOf(request))
    return { message: 'The wallet is removed.' }
  })
  route(
    'GET',
    `${MODE_PATH}/withdrawal-orders`,
    'payments.read',
    listWithdrawalsOperation,
    async (paying) => {
      const known = await rules()
      return asTenant(deps.memberPool, paying, async (sql) => {
        const orders = await listWithdrawalOrders(sql, paying)
        return {
          message: counted(orders.length, 'withdrawal', 'withdrawals'),
          withdrawal_orders: orders.map((order) => toListedWithdrawal(known, order, paying.memberId)),
          limit: toLimitWire(await readPaymentLimit(sql, paying)),
        }
      })
    },
  )
  route(
    'POST',
    `${MODE_PATH}/withdrawal-orders`,
    'payments.make',
    proposeWithdrawalOperation,
    async (paying, request) => {
      const { reference, wallet_id: text, amount } = request.body as Static<typeof WithdrawBody>
      const asked = {
        reference,
        walletId: readWalletId(text),
        amount: requireWithin(sellBounds, parseMoney(amount.trim(), 'NGNC')),
      }
      const { order } = await proposeWithdrawal(deps, paying, asked)
      return whole(paying, order.id, 'Sign the withdrawal with your passkey.')
    },
    WithdrawBody,
  )
  route('GET', ORDER_PATH, 'payments.read', readWithdrawalOperation, async (paying, request) =>
    whole(paying, orderIdOf(request), 'This is the withdrawal.'),
  )
  route(
    'POST',
    `${ORDER_PATH}/sign`,
    'payments.make',
    signWithdrawalOperation,
    async (paying, request) => {
      const id = orderIdOf(request)
      const { credential } = request.body as Static<typeof SignBody>
      const { isApproved } = await signWithdrawal(deps, paying, id, toSignature(credential))
      return whole(
        paying,
        id,
        isApproved ? 'Approved. The tokens are sent now.' : 'Another member must approve it.',
      )
    },
    SignBody,
  )
  route('POST', `${ORDER_PATH}/end`, 'payments.make', endWithdrawalOperation, async (paying, request) => {
    const id = orderIdOf(request)
    const outcome = await endWithdrawal(deps, paying, id)
    return whole(paying, id, `The withdrawal is ${outcome}. Nothing is sent.`)
  })
}

function walletIdOf(request: FastifyRequest): string {
  return readWalletId((request.params as { wallet_id: string }).wallet_id)
}

function readWalletId(text: string): string {
  return readIdOr('wallet', text, 'wallet_unknown', 'Your business has no such wallet in use.')
}

function orderIdOf(request: FastifyRequest): string {
  const { withdrawal_order_id: text } = request.params as { withdrawal_order_id: string }
  return readIdOr(
    'withdrawalOrder',
    text,
    'withdrawal_order_unknown',
    'Your business has no such withdrawal in this mode.',
  )
}
