import type { FastifyInstance } from 'fastify'
import { keyOf } from '../require-key.ts'
import { readKeyOperation } from './read-key-operation.ts'
import { toKeyReply } from './read-key-wire.ts'

/** 200: whose key it is, and what it may do. Answered from what the gate knows already. */
export function readKeyRoute(app: FastifyInstance): void {
  app.get('/keys/v1/me', { config: { access: 'read', operation: readKeyOperation } }, async (request) =>
    toKeyReply(keyOf(request)),
  )
}
