import type { FastifyInstance } from 'fastify'
import { type Static, Type } from 'typebox'
import type { IntendedBuy } from '../../../flows/previews/preview-buy.ts'
import type { FieldProblem } from '../../../kernel/refusal.ts'
import type { VendorAccount } from '../../../records/banks/vendor-account.ts'
import type { AuthenticatedKey } from '../../../records/keys/known-key.ts'
import type { AppDeps } from '../app-deps.ts'
import { BuyBody, buyReaders, payerOf } from '../buys/buy-wire.ts'
import { schemaProblems } from '../error-replies.ts'
import { namedObject } from '../object-schemas.ts'
import { collectFields, refuseProblems } from '../read-fields.ts'
import { keyOf } from '../require-key.ts'
import { payeeOf, SellBody, sellReaders } from '../sells/sell-wire.ts'
import { requireOwnBusiness } from '../transaction-wire.ts'
import { WithdrawalBody, withdrawalReaders } from '../withdrawals/withdrawal-wire.ts'
import {
  previewBuyOperation,
  previewSellOperation,
  previewWithdrawalOperation,
} from './preview-operations.ts'
import { toPreviewReply } from './preview-wire.ts'

const { vendor_name, vendor_bank, vendor_number, bank_name, account_number, ...rest } = BuyBody.properties

/** A buy that is not paid yet. Its payer and its account may still be unknown. */
const BuyPreviewBody = namedObject('BuyPreviewRequest', {
  ...rest,
  vendor_name: Type.Optional(vendor_name),
  vendor_bank: Type.Optional(vendor_bank),
  vendor_number: Type.Optional(vendor_number),
  bank_name: Type.Optional(bank_name),
  account_number: Type.Optional(account_number),
})

type BuyPreviewBody = Static<typeof BuyPreviewBody>

type Known = Readonly<{ accounts: readonly VendorAccount[]; addresses: AppDeps['addresses'] }>

/** 200: the expected result. Nothing is recorded. */
export function previewBuyRoute(app: FastifyInstance, deps: AppDeps): void {
  app.route<{ Body: BuyPreviewBody }>({
    method: 'POST',
    url: '/transactions/v1/onramp/preview',
    config: { access: 'buy', idempotency: 'harmless', operation: previewBuyOperation },
    schema: { body: BuyPreviewBody },
    attachValidation: true,
    handler: async (request) => {
      const key = keyOf(request)
      const unread = schemaProblems(request)
      if (unread.length === 0) requireOwnBusiness(key, request.body)
      const accounts = await deps.vendorAccounts.visibleTo(key.tenant)
      const known = { accounts, addresses: deps.addresses }
      const { buy, problems } = readIntended(request.body, key, known, unread)
      if (unread.length > 0) refuseProblems(problems)
      return toPreviewReply(await deps.previews.buy(key, buy), problems)
    },
  })
}

/** 200: the expected result. Nothing is recorded. */
export function previewSellRoute(app: FastifyInstance, deps: AppDeps): void {
  app.route<{ Body: SellBody }>({
    method: 'POST',
    url: '/transactions/v1/offramp/preview',
    config: { access: 'sell', idempotency: 'harmless', operation: previewSellOperation },
    schema: { body: SellBody },
    attachValidation: true,
    handler: async (request) => {
      const { body } = request
      const key = keyOf(request)
      const unread = schemaProblems(request)
      if (unread.length === 0) requireOwnBusiness(key, body)
      const { read, problems } = collectFields(sellReaders(body, deps.addresses), unread)
      if (unread.length > 0) refuseProblems(problems)
      const preview = await deps.previews.sell(key, {
        amount: read.amount,
        payee: read.bank_name && payeeOf(body, read.bank_name),
        wallet: 'wallet_address' in read ? read.wallet_address : undefined,
        reference: body.reference ?? null,
      })
      return toPreviewReply(preview, problems)
    },
  })
}

/** 200: the expected result. Nothing is recorded. */
export function previewWithdrawalRoute(app: FastifyInstance, deps: AppDeps): void {
  app.route<{ Body: WithdrawalBody }>({
    method: 'POST',
    url: '/transactions/v1/withdrawals/preview',
    config: { access: 'payouts', idempotency: 'harmless', operation: previewWithdrawalOperation },
    schema: { body: WithdrawalBody },
    attachValidation: true,
    handler: async (request) => {
      const { body } = request
      const key = keyOf(request)
      const unread = schemaProblems(request)
      if (unread.length === 0) requireOwnBusiness(key, body)
      const { read, problems } = collectFields(withdrawalReaders(body, deps.addresses), unread)
      if (unread.length > 0) refuseProblems(problems)
      const preview = await deps.previews.withdrawal(key, {
        amount: read.amount,
        wallet: read.wallet_address,
        reference: body.reference ?? null,
      })
      return toPreviewReply(preview, problems)
    },
  })
}

/** Reads fields that belong together if one of them is given, and reports the missing ones. */
function readIntended(
  body: BuyPreviewBody,
  key: AuthenticatedKey,
  known: Known,
  unread: readonly FieldProblem[],
): Readonly<{ buy: IntendedBuy; problems: readonly FieldProblem[] }> {
  const vendor = missingOf(body, ['vendor_name', 'vendor_bank', 'vendor_number'])
  const payer = missingOf(body, ['bank_name', 'account_number'])
  // The cast is safe: only readers whose fields are given are called below.
  const readers = buyReaders(body as BuyBody, key, known)
  const given = {
    amount: readers.amount,
    wallet_address: readers.wallet_address,
    ...(vendor.isGiven && { vendor_number: readers.vendor_number }),
    ...(body.bank_name !== undefined && { bank_name: readers.bank_name }),
  }
  const { read, problems } = collectFields(given, unread)
  const isPayerKnown = payer.isGiven && read.bank_name !== undefined
  return {
    buy: {
      amount: read.amount,
      paidInto: read.vendor_number,
      payer: isPayerKnown ? payerOf(body as BuyBody, read.bank_name) : undefined,
      wallet: 'wallet_address' in read ? read.wallet_address : undefined,
      reference: body.reference ?? null,
      visible: known.accounts,
    },
    problems: [...vendor.problems, ...payer.problems, ...problems],
  }
}

function missingOf(body: BuyPreviewBody, fields: ReadonlyArray<keyof BuyPreviewBody>) {
  const missing = fields.filter((field) => body[field] === undefined)
  const isNone = missing.length === fields.length
  const problems = missing.map((field) => ({
    field,
    code: 'field_required' as const,
    message: `${field} is missing. Send ${fields.join(', ')} together, or none of them.`,
  }))
  return { isGiven: missing.length === 0, problems: isNone ? [] : problems }
}
