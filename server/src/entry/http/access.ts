import type { FastifyInstance } from 'fastify'
import { assert } from '../../kernel/refusal.ts'
import type { KeyScope } from '../../records/businesses/key-scope.ts'

/** Who may call a route: anyone, or the holder of a key with this scope. */
export type Access = 'public' | KeyScope

declare module 'fastify' {
  interface FastifyContextConfig {
    access?: Access
  }
}

/** Stops the start-up at a route that nobody decided about, so that none is open (or closed) by oversight. */
export function requireDeclaredAccess(app: FastifyInstance): void {
  app.addHook('onRoute', ({ method, url, config }) => {
    assert(config?.access !== undefined, `${String(method)} ${url} declares its access in config.access`)
  })
}
