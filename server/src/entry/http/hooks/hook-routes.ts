import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { createTakeHint, type TakenHook } from '../../../flows/credits/take-hint.ts'
import type { Mode } from '../../../kernel/mode.ts'
import { Refusal } from '../../../kernel/refusal.ts'
import { PayerUnavailable } from '../../../movements/payouts/payout-rail.ts'
import { wakePayouts } from '../../../movements/payouts/payout-store.ts'
import type { AppDeps, BankHook } from '../app-deps.ts'
import { createFailureLimiter, type FailureLimiter } from '../failure-limiter.ts'

type HookParams = { mode: string; vendor: string }
type HookRequest = FastifyRequest<{ Params: HookParams }>

// Each hint may cost a call to the bank. A vendor that is refused sends again, and the bank's list contains the line in any case.
const MOST_HINTS_IN_TEN_SECONDS = 2_000
const MOST_DOUBTFUL_AT_ONCE = 2
const SIGNATURES = ['x-paystack-signature', 'monnify-signature'] as const

/**
 * Receives a bank's notification and answers in that bank's format. Banks have no API key of ours: each authenticates its notifications in
 * its own way. A notification is believed only after the bank itself was queried.
 */
export function takeHookRoute(
  app: FastifyInstance,
  deps: Pick<AppDeps, 'pool' | 'clock' | 'gate' | 'hooks' | 'nudgeAccount'>,
): void {
  const { clock } = deps
  const forgeries = createFailureLimiter({ clock })
  const takeHint = createTakeHint(deps)
  const hints = createFailureLimiter({ clock, most: MOST_HINTS_IN_TEN_SECONDS })

  const take = async (hook: BankHook, mode: Mode, request: HookRequest): Promise<TakenHook> => {
    const { headers, ip } = request
    const body = bytesOf(request)
    if (!hook.mayComeFrom(ip)) return refused(hook, 'forged', body)
    if (hints.isTooMany(ip)) return refused(hook, 'busy', body)
    const taken = await takeHint(hook.feed, { mode, headers, body })
    if (taken.outcome === 'forged' || taken.outcome === 'unreadable') forgeries.count(ip)
    else hints.count(ip)
    return taken
  }

  addHookRoute(app, '/hooks/v1/:mode/:vendor', async (mode, request, reply) => {
    const hook = deps.hooks[mode].get(request.params.vendor) ?? refuseUnknown()
    const taken = await take(hook, mode, request)
    deps.gate.metrics.countHook(mode, hook.feed.vendor, taken.outcome)
    if (taken.error !== undefined)
      request.log.error({ request_id: request.id, err: taken.error }, 'bank notification could not be stored')
    for (const accountId of taken.accountIds) deps.nudgeAccount(accountId)
    if (taken.outcome === 'forged' && forgeries.isTooMany(request.ip))
      await refuseForger(deps.gate, forgeries, reply)
    return reply.code(taken.reply.status).send(taken.reply.body)
  })
}

/**
 * Receives a vendor's notification about payouts. The payer process verifies it, because this process has no credentials that move naira.
 * The only effect of a notification is that the bank is queried earlier.
 */
export function takePayoutHookRoute(
  app: FastifyInstance,
  deps: Pick<AppDeps, 'pool' | 'clock' | 'gate' | 'payoutHooks'>,
): void {
  const { clock, gate, payoutHooks, pool } = deps
  const forgeries = createFailureLimiter({ clock })
  let doubtful = 0

  const take = async (mode: Mode, request: HookRequest): Promise<'taken' | 'forged' | 'busy'> => {
    const { vendor } = request.params
    try {
      const headers = signaturesOf(request)
      const references = await payoutHooks.verify({ mode, vendor, headers, body: bytesOf(request) })
      if (references === undefined) return 'forged'
      await wakePayouts(pool, references)
      return 'taken'
    } catch (error) {
      if (!(error instanceof PayerUnavailable)) throw error
      request.log.warn({ request_id: request.id, err: error }, 'bank notification could not be verified')
      return 'busy'
    }
  }

  /** Verifies few notifications at a time for addresses that sent forgeries, because each asks the payer. */
  const takeDoubtful = async (mode: Mode, request: HookRequest, reply: FastifyReply) => {
    if (doubtful >= MOST_DOUBTFUL_AT_ONCE) await refuseForger(gate, forgeries, reply)
    doubtful += 1
    try {
      return await take(mode, request)
    } finally {
      doubtful -= 1
    }
  }

  addHookRoute(app, '/hooks/v1/:mode/:vendor/payouts', async (mode, request, reply) => {
    const { vendor } = request.params
    if (vendor !== 'paystack' && vendor !== 'monnify') refuseUnknown()
    const isDoubtful = forgeries.isTooMany(request.ip)
    const outcome = isDoubtful ? await takeDoubtful(mode, request, reply) : await take(mode, request)
    gate.metrics.countHook(mode, `${vendor}-payouts`, outcome)
    if (outcome === 'forged') forgeries.count(request.ip)
    if (outcome === 'forged' && isDoubtful) await refuseForger(gate, forgeries, reply)
    // A refused notification is no loss: the vendor sends it again, and the bank is queried in any case.
    return reply.code({ taken: 200, forged: 401, busy: 503 }[outcome]).send({})
  })
}

/**
 * Adds a route for notifications. No limit counts before `answer` has verified the signature: an attacker at the address of a vendor must not
 * have the vendor's own notifications refused.
 */
function addHookRoute(
  app: FastifyInstance,
  url: string,
  answer: (mode: Mode, request: HookRequest, reply: FastifyReply) => Promise<FastifyReply>,
): void {
  // Registered separately from the other routes, because a signature covers the raw bytes, whatever their content type.
  void app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body))
    scope.route<{ Params: HookParams }>({
      method: 'POST',
      url,
      config: { access: 'public', limitsItself: true, goesFirst: true },
      handler: async (request, reply) => {
        const { mode } = request.params
        return answer(mode === 'live' || mode === 'test' ? mode : refuseUnknown(), request, reply)
      },
    })
  })
}

async function refuseForger(
  { slowRefusals }: AppDeps['gate'],
  forgeries: FailureLimiter,
  reply: FastifyReply,
): Promise<never> {
  await new Promise<void>((resolve) => slowRefusals.send(resolve))
  reply.header('retry-after', forgeries.secondsLeft())
  throw new Refusal(
    'rate_limited',
    'Too many notifications from your address had a wrong signature. Try again later.',
  )
}

function bytesOf({ body }: HookRequest): Buffer {
  return Buffer.isBuffer(body) ? body : Buffer.alloc(0)
}

function refused({ feed }: BankHook, outcome: 'forged' | 'busy', body: Buffer): TakenHook {
  return { outcome, reply: feed.hookReply(outcome, { kind: 'forged' }, body), accountIds: [] }
}

function signaturesOf({ headers }: HookRequest): Readonly<Record<string, string>> {
  const given = SIGNATURES.map((name) => [name, headers[name]] as const)
  return Object.fromEntries(
    given.filter((one): one is [(typeof one)[0], string] => typeof one[1] === 'string'),
  )
}

function refuseUnknown(): never {
  throw new Refusal('not_found', 'This URL or method does not exist.')
}
