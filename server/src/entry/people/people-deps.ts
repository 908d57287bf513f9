import type { KeyObject } from 'node:crypto'
import type { FastifyBaseLogger } from 'fastify'
import type { Changes } from '../../flows/console/watch-changes.ts'
import type { Clock } from '../../kernel/clock/clock.ts'
import type { Keyring } from '../../kernel/keyring.ts'
import type { Pool } from '../../kernel/postgres/pool.ts'
import type { NameEnquiry } from '../../movements/payouts/name-enquiry.ts'
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
  /** Signs the tokens with which members call the API. */
  tokenKey: KeyObject | undefined
  /** The folder of the pages that `web/` built, and the address of the API that they call. Without it there is no dashboard. */
  dashboard: Readonly<{ folder: string; apiUrl: string }> | undefined
  /** Encrypts the links in mail until they are sent. */
  mailKey: Buffer
  /** Encrypts the secrets of members' codes. */
  totpKey: Buffer
  /** Encrypts the identity references and documents of go-live files, and the files of cases. */
  businessKeys: Keyring
  /** Asks banks for the names on accounts. */
  names: NameEnquiry
  /** Counts sign-ups by source address. */
  signUps: FailureLimiter
  /** Counts challenges by source address, because everybody may ask for one. */
  challenges: FailureLimiter
  /** Tells open pages of the console what changed. */
  changes: Changes
  errorReplies: ErrorReplies
  logger: FastifyBaseLogger
}>
