import type { FastifyInstance } from 'fastify'
import { resetTestBusiness } from '../../../flows/sandbox/test-business.ts'
import type { AppDeps } from '../app-deps.ts'
import { keyOf } from '../require-key.ts'
import { resetTestBusinessOperation } from './sandbox-operations.ts'
import { toReset } from './sandbox-wire.ts'

/** 200: what could be ended is ended, and what could not is told. */
export function resetTestBusinessRoute(app: FastifyInstance, deps: AppDeps): void {
  app.post(
    '/sandbox/v1/reset',
    { config: { access: 'buy', operation: resetTestBusinessOperation } },
    async (request) => {
      const counts = await resetTestBusiness(deps, keyOf(request).tenant)
      return { status: 'success', message: words(counts.stillOpen), reset: toReset(counts) }
    },
  )
}

function words(stillOpen: Readonly<Record<string, number>>): string {
  const open = Object.values(stillOpen).reduce((sum, count) => sum + count, 0)
  if (open === 0) return 'Nothing is open any more, and your clock is back.'
  return `${open} transaction${open === 1 ? ' goes' : 's go'} on: your clock stays as it is.`
}
