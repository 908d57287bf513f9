import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Mode } from '../../../kernel/mode.ts'
import { Refusal } from '../../../kernel/refusal.ts'
import { PayerUnavailable } from '../../../movements/payouts/payout-rail.ts'
import { wakePayouts } from '../../../movements/payouts/payout-store.ts'
import type { AppDeps } from '../app-deps.ts'
import { createFailureLimiter } from '../failure-limiter.ts'

type HookDeps = Pick<AppDeps, 'pool' | 'clock' | 'gate' | 'payoutHooks'>
type HookRequest = FastifyRequest<{ Params: { mode: string; vendor: string } }>

const MOST_BYTES = 64 * 1024
const SIGNATURES = ['x-paystack-signature', 'monnify-signature'] as const

/**
 * Takes a vendor's notification about payouts. This process has no credentials that move naira, so that the payer verifies it; all that
 * follows is that the bank is asked sooner.
 */
export function takePayoutHookRoute(app: FastifyInstance, deps: HookDeps): void {
  const { clock, gate, payoutHooks, pool } = deps
  const forgeries = createFailureLimiter({ clock })

  const take = async (mode: Mode, request: HookRequest): Promise<'taken' | 'forged' | 'busy'> => {
    const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0)
    const { vendor } = request.params
    try {
      const references = await payoutHooks.verify({ mode, vendor, headers: signaturesOf(request), body })
      if (references === undefined) return 'forged'
      await wakePayouts(pool, references)
      return 'taken'
    } catch (error) {
      if (!(error instanceof PayerUnavailable)) throw error
      request.log.warn({ request_id: request.id, err: error }, 'a notification could not be verified')
      return 'busy'
    }
  }

  // Apart from the other routes, because a signature is over the bytes as they came, whatever they are called.
  void app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body))
    scope.route<{ Params: { mode: string; vendor: string } }>({
      method: 'POST',
      url: '/hooks/v1/:mode/:vendor/payouts',
      config: { access: 'public' },
      bodyLimit: MOST_BYTES,
      onRequest: (request, reply, done) => {
        if (!forgeries.isTooMany(request.ip)) {
          done()
          return
        }
        reply.header('retry-after', forgeries.secondsLeft())
        done(new Refusal('rate_limited', 'Too many notifications from your address were not genuine.'))
      },
      handler: async (request, reply) => {
        const { mode, vendor } = requirePlace(request.params)
        const outcome = await take(mode, request)
        gate.metrics.countHook(mode, `${vendor}-payouts`, outcome)
        if (outcome === 'forged') forgeries.count(request.ip)
        // A vendor that is told to wait sends again; besides, the bank is asked in any case.
        return reply.code({ taken: 200, forged: 401, busy: 503 }[outcome]).send({})
      },
    })
  })
}

function signaturesOf({ headers }: HookRequest): Readonly<Record<string, string>> {
  const given = SIGNATURES.map((name) => [name, headers[name]] as const)
  return Object.fromEntries(
    given.filter((one): one is [(typeof one)[0], string] => typeof one[1] === 'string'),
  )
}

function requirePlace({ mode, vendor }: { mode: string; vendor: string }): { mode: Mode; vendor: string } {
  if ((mode === 'live' || mode === 'test') && (vendor === 'paystack' || vendor === 'monnify'))
    return { mode, vendor }
  throw new Refusal('not_found', 'There is nothing at this URL, or not with this method.')
}
