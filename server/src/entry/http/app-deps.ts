import type { FastifyBaseLogger } from 'fastify'
import type { Clock } from '../../kernel/clock/clock.ts'
import type { Pool } from '../../kernel/postgres/pool.ts'
import type { KeyAuthenticator } from '../../records/businesses/authenticate-key.ts'

/** What the routes need of the rest of the service. */
export type AppDeps = Readonly<{
  pool: Pool
  clock: Clock
  keys: KeyAuthenticator
  /** Tells the engine that a transaction is due. Nobody waits for it and it never fails: what is due stands in PostgreSQL. */
  wake: (transactionId: string) => void
  logger: FastifyBaseLogger
}>
