import type { FastifyInstance, FastifyRequest } from 'fastify'
import { assert, Refusal } from '../../kernel/refusal.ts'
import type { AuthenticatedKey, KeyAuthenticator } from '../../records/businesses/authenticate-key.ts'

const KEY_HEADER = 'svc-sec-key'
const keys = new WeakMap<FastifyRequest, AuthenticatedKey>()

/** Every route registered after this needs a key. */
export function requireKey(app: FastifyInstance, authenticator: KeyAuthenticator): void {
  app.addHook('onRequest', async (request) => {
    const text = request.headers[KEY_HEADER]
    if (typeof text !== 'string' || text === '') {
      throw new Refusal('key_missing', `Send your secret key in the header ${KEY_HEADER}.`)
    }
    keys.set(request, await authenticator.authenticate(text, request.ip))
  })
}

/** The key this request came with. */
export function keyOf(request: FastifyRequest): AuthenticatedKey {
  const key = keys.get(request)
  assert(key !== undefined, 'a route that reads the key stands behind requireKey')
  return key
}
