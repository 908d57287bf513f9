import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { WalletAddressRules } from '../../../movements/transfers/wallet-address.ts'
import { namedAccount } from '../../../records/banks/vendor-account.ts'
import { createOpenClaims } from '../../../records/transactions/accepting/open-claims.ts'
import {
  keepRefusedBuy,
  type RefusedWords,
} from '../../../records/transactions/accepting/refused-buy-store.ts'
import type { AppDeps } from '../app-deps.ts'
import { errorCatalogue } from '../error-catalogue/error-catalogue.ts'
import { schemaProblems, toRefusal } from '../error-replies.ts'
import { type JsonObject, numberText } from '../exact-json.ts'
import { keyOf } from '../require-key.ts'
import { readIdempotencyKey } from '../transaction-wire.ts'
import { BuyBody, claimedAccount, readBuyRequest, toBuyReply } from './buy-wire.ts'
import { initiateBuyOperation } from './initiate-buy-operation.ts'

/** 200: accepted and durable, not settled. */
export function initiateBuyRoute(app: FastifyInstance, deps: AppDeps): void {
  const openClaims = createOpenClaims({
    ...deps,
    onError: (error) => deps.logger.warn({ err: error }, 'open buys cannot be counted; using the last count'),
  })
  app.route<{ Body: BuyBody }>({
    method: 'POST',
    url: '/transactions/v1/onramp',
    config: { access: 'buy', idempotency: 'named', operation: initiateBuyOperation },
    schema: { body: BuyBody },
    attachValidation: true,
    handler: async (request, reply) => {
      const key = keyOf(request)
      const problems = schemaProblems(request)
      const accounts = await deps.vendorAccounts.visibleTo(key.tenant)
      const idempotencyKey = readIdempotencyKey(request.headers['idempotency-key'])
      const known = { accounts, addresses: deps.addresses }
      const asked = readBuyRequest(request.body, key, known, idempotencyKey, problems)
      openClaims.require(key.tenant, key.requestsPerWindow)
      const accepted = await deps.buys.accept(key, asked)
      if (accepted.isReplay) reply.header('idempotent-replayed', 'true')
      // The payer should have paid before this request, so the credit may already be at the bank.
      else deps.lookForPayment(accepted.buy.id)
      return toBuyReply(accepted, asked.paidInto, key.linkTag)
    },
    errorHandler: (error, request, reply) => {
      void refuse(deps, error, request, reply)
    },
  })
}

/** Stores a refused request and sends the refusal. The caller gets the refusal even if the request could not be stored. */
async function refuse(
  deps: AppDeps,
  error: FastifyError,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<void> {
  try {
    await keepIfPaid(deps, request, error)
  } catch (failure) {
    request.log.error({ request_id: request.id, err: failure }, 'rejected buy could not be stored')
  }
  await deps.errorReplies.onError(error, request, reply)
}

// Forbidden, in conflict or against a rule. The caller has no reason to retry such a request, although we may have its naira.
const KEPT_STATUSES: ReadonlySet<number> = new Set([403, 409, 422])

/** Stores a refused request if it names one of our accounts. The payer may have paid, so operators need to see the request. */
async function keepIfPaid(deps: AppDeps, request: FastifyRequest, error: FastifyError): Promise<void> {
  const refusal = toRefusal(error, request)
  if (!KEPT_STATUSES.has(errorCatalogue[refusal.code].status)) return
  const words = readWords(request.body, deps.addresses)
  const { vendor_name, vendor_number, vendor_bank } = words
  if (vendor_name === undefined || vendor_number === undefined || vendor_bank === undefined) return
  const { tenant } = keyOf(request)
  const claimed = claimedAccount({ vendor_name, vendor_number, vendor_bank })
  const paidInto = namedAccount(await deps.vendorAccounts.visibleTo(tenant), tenant.mode, claimed)
  if (paidInto !== undefined) await keepRefusedBuy(deps, tenant, paidInto, refusal.code, words)
}

const LONGEST_WORD = 200

/**
 * Returns the fields of a buy that are text or a number, in the order of the schema. Nothing else is stored. A wallet secret that was
 * pasted instead of an address is never stored either.
 */
function readWords(body: unknown, addresses: WalletAddressRules): RefusedWords {
  if (typeof body !== 'object' || body === null) return {}
  const object = body as JsonObject
  const words: Record<string, string> = {}
  for (const field of Object.keys(BuyBody.properties)) {
    const word = Object.hasOwn(object, field) ? (numberText(object, field) ?? object[field]) : undefined
    const isKept = typeof word === 'string' && word.isWellFormed() && !word.includes('\0')
    if (isKept && !addresses.isSecret(word)) words[field] = word.slice(0, LONGEST_WORD).toWellFormed()
  }
  return words
}
