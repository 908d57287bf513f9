import type { FastifyInstance } from 'fastify'
import { moveTestClock, readTestClock } from '../../../flows/sandbox/test-business.ts'
import type { AppDeps } from '../app-deps.ts'
import { keyOf } from '../require-key.ts'
import { moveTestClockOperation, readTestClockOperation } from './sandbox-operations.ts'
import { ClockBody, toClock } from './sandbox-wire.ts'

const URL = '/sandbox/v1/clock'

/** 200: how far ahead this business is in test mode. */
export function readTestClockRoute(app: FastifyInstance, deps: AppDeps): void {
  app.get(URL, { config: { access: 'buy', operation: readTestClockOperation } }, async (request) => {
    const clock = await readTestClock(deps, keyOf(request).tenant)
    return { status: 'success', message: words(clock.aheadSeconds), clock: toClock(clock) }
  })
}

/** 200: moved, and what is due by it is being looked at. */
export function moveTestClockRoute(app: FastifyInstance, deps: AppDeps): void {
  app.route<{ Body: ClockBody }>({
    method: 'POST',
    url: URL,
    config: { access: 'buy', operation: moveTestClockOperation },
    schema: { body: ClockBody },
    handler: async (request) => {
      const { woken, ...clock } = await moveTestClock(
        deps,
        keyOf(request).tenant,
        request.body.advance_seconds,
      )
      return { status: 'success', message: words(clock.aheadSeconds), clock: { ...toClock(clock), woken } }
    },
  })
}

const DAY = 86_400

function words(ahead: number): string {
  if (ahead === 0) return 'Your clock is not ahead.'
  const [count, unit] = ahead % DAY === 0 ? [ahead / DAY, 'day'] : [ahead, 'second']
  return `Your clock is ${count} ${unit}${count === 1 ? '' : 's'} ahead.`
}
