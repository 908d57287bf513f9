import type { FastifyBaseLogger } from 'fastify'
import type { Clock } from '../../kernel/clock/clock.ts'
import type { Pool } from '../../kernel/postgres/pool.ts'
import type { RelyingParty } from '../../records/decisions/sign-decision.ts'
import type { ErrorReplies } from '../http/error-replies.ts'
import type { FailureLimiter } from '../http/failure-limiter.ts'
import type { CommandTools } from '../ops/ops-session.ts'
import type { PeopleGate } from './people-gate.ts'

/** Dependencies of the routes. */
export type PeopleDeps = Readonly<{
  /** Connections that sign people in and serve operators. They see every business. */
  pool: Pool
  /** Connections that serve members. They see the business of the request, and nothing without one. */
  memberPool: Pool
  clock: Clock
  /** What commands of operators need besides the database. */
  tools: CommandTools
  gate: PeopleGate
  /** The site that passkeys belong to. */
  relyingParty: RelyingParty
  /** Counts challenges by source address, because everybody may ask for one. */
  challenges: FailureLimiter
  errorReplies: ErrorReplies
  logger: FastifyBaseLogger
}>
