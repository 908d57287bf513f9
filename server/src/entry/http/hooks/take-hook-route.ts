import type { FastifyInstance, FastifyRequest } from 'fastify'
import { type TakenHook, takeHint } from '../../../flows/credits/take-hint.ts'
import type { Mode } from '../../../kernel/mode.ts'
import { Refusal } from '../../../kernel/refusal.ts'
import type { AppDeps, BankHook } from '../app-deps.ts'
import { createFailureLimiter } from '../failure-limiter.ts'

type HookDeps = Pick<AppDeps, 'pool' | 'clock' | 'gate' | 'hooks' | 'nudgeAccount'>
type HookRequest = FastifyRequest<{ Params: { mode: string; vendor: string } }>

// Each may cost a call to the bank. A vendor that is told to wait sends again, and the list has it in any case.
const MOST_HINTS_IN_TEN_SECONDS = 2_000

/**
 * Takes a bank's notification and answers as that bank wants it. It is for banks alone, who have no key of ours: each
 * proves itself in its own way, and what it says is believed only once the bank itself was asked.
 */
export function takeHookRoute(app: FastifyInstance, deps: HookDeps): void {
  const { clock } = deps
  const forgeries = createFailureLimiter({ clock })
  const hints = createFailureLimiter({ clock, most: MOST_HINTS_IN_TEN_SECONDS })

  const take = async (hook: BankHook, mode: Mode, request: HookRequest): Promise<TakenHook> => {
    const { headers, ip } = request
    const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0)
    if (!hook.mayComeFrom(ip)) return refused(hook, 'forged', body)
    if (hints.isTooMany(ip)) return refused(hook, 'busy', body)
    const taken = await takeHint(deps, hook.feed, { mode, headers, body })
    if (taken.outcome === 'forged' || taken.outcome === 'unreadable') forgeries.count(ip)
    else hints.count(ip)
    return taken
  }

  // Apart from the other routes, because a signature is over the bytes as they came, whatever they are called.
  void app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body))
    scope.route<{ Params: { mode: string; vendor: string } }>({
      method: 'POST',
      url: '/hooks/v1/:mode/:vendor',
      config: { access: 'public' },
      onRequest: (request, reply, done) => {
        if (!forgeries.isTooMany(request.ip)) {
          done()
          return
        }
        reply.header('retry-after', forgeries.secondsLeft())
        done(new Refusal('rate_limited', 'Too many notifications from your address were not genuine.'))
      },
      handler: async (request, reply) => {
        const { mode, hook } = findHook(deps, request.params)
        const taken = await take(hook, mode, request)
        deps.gate.metrics.countHook(mode, hook.feed.vendor, taken.outcome)
        if (taken.error !== undefined)
          request.log.error({ request_id: request.id, err: taken.error }, 'a notification could not be kept')
        for (const accountId of taken.accountIds) deps.nudgeAccount(accountId)
        return reply.code(taken.reply.status).send(taken.reply.body)
      },
    })
  })
}

function refused({ feed }: BankHook, outcome: 'forged' | 'busy', body: Buffer): TakenHook {
  return { outcome, reply: feed.hookReply(outcome, { kind: 'forged' }, body), accountIds: [] }
}

function findHook(
  { hooks }: HookDeps,
  { mode, vendor }: { mode: string; vendor: string },
): { mode: Mode; hook: BankHook } {
  const known = mode === 'live' || mode === 'test' ? mode : undefined
  const hook = known === undefined ? undefined : hooks[known].get(vendor)
  if (known === undefined || hook === undefined)
    throw new Refusal('not_found', 'There is nothing at this URL, or not with this method.')
  return { mode: known, hook }
}
