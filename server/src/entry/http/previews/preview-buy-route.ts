import type { FastifyInstance } from 'fastify'
import type { IntendedBuy } from '../../../flows/previews/preview-buy.ts'
import type { FieldProblem } from '../../../kernel/refusal.ts'
import type { VendorAccount } from '../../../records/banks/vendor-account.ts'
import type { AuthenticatedKey } from '../../../records/businesses/authenticate-key.ts'
import type { AppDeps } from '../app-deps.ts'
import { type BuyBody, buyReaders, payerOf } from '../buys/buy-wire.ts'
import { collectFields } from '../read-fields.ts'
import { keyOf } from '../require-key.ts'
import { requireOwnBusiness } from '../transaction-wire.ts'
import { BuyPreviewBody } from './preview-buy-body.ts'
import { previewBuyOperation } from './preview-operations.ts'
import { toPreviewReply } from './preview-wire.ts'

/** 200: what would become of it. Nothing is recorded. */
export function previewBuyRoute(app: FastifyInstance, deps: AppDeps): void {
  app.route<{ Body: BuyPreviewBody }>({
    method: 'POST',
    url: '/transactions/v1/onramp/preview',
    config: { access: 'buy', operation: previewBuyOperation },
    schema: { body: BuyPreviewBody },
    handler: async (request) => {
      const key = keyOf(request)
      requireOwnBusiness(key, request.body)
      const accounts = await deps.vendorAccounts.visibleTo(key.tenant)
      const { buy, problems } = readIntended(request.body, key, { accounts, addresses: deps.addresses })
      return toPreviewReply(await deps.previews.buy(key, buy), problems)
    },
  })
}

type Known = Readonly<{ accounts: readonly VendorAccount[]; addresses: AppDeps['addresses'] }>

/** Fields that belong together are read where one of them is given, and the missing ones told. */
function readIntended(
  body: BuyPreviewBody,
  key: AuthenticatedKey,
  known: Known,
): Readonly<{ buy: IntendedBuy; problems: readonly FieldProblem[] }> {
  const vendor = missingOf(body, ['vendor_name', 'vendor_bank', 'vendor_number'])
  const payer = missingOf(body, ['bank_name', 'account_number'])
  // Each reader reads its own fields alone, and those are there.
  const readers = buyReaders(body as BuyBody, key, known)
  const { read, problems } = collectFields({
    amount: readers.amount,
    wallet_address: readers.wallet_address,
    ...(vendor.isGiven && { vendor_number: readers.vendor_number }),
    ...(body.bank_name !== undefined && { bank_name: readers.bank_name }),
  })
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
    message: `${field} is missing: give ${fields.join(', ')} together, or none of them.`,
  }))
  return { isGiven: missing.length === 0, problems: isNone ? [] : problems }
}
