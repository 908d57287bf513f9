import type { Clock } from '../../kernel/clock/clock.ts'
import { isUndone } from '../../kernel/postgres/database-errors.ts'
import { createGroupCommits, type Gather } from '../../kernel/postgres/group-commits.ts'
import type { Pool, Sql } from '../../kernel/postgres/pool.ts'
import { acceptOnce } from './accept-once.ts'
import { findReplay } from './find-first.ts'
import { type Asking, type GivenNames, identifyRequest, type RequestIdentity } from './request-identity.ts'

export type AcceptanceDeps = Readonly<{
  pool: Pool
  clock: Clock
  /** How long requests wait for others before they are committed together. Undefined: a caller that submits many at once needs no wait. */
  gather?: Gather
  onGroup: (size: number, seconds: number) => void
}>

export type Acceptance<By extends Asking, Request, Accepted> = Readonly<{
  /** Resolves when the transaction is durable. A repeated request finds the first transaction, or is refused as a conflict. */
  accept(asking: By, request: Request): Promise<Accepted>
  drained(): Promise<void>
}>

type AcceptanceParts<By, Request, Draft, Answer, Transaction, Accepted> = Readonly<{
  meaningOf: (request: Request) => Buffer
  /** Applies today's rules. Throws a refusal, or returns the record to insert. */
  draft: (asking: By, request: Request, identity: RequestIdentity) => Draft | Promise<Draft>
  /** Records all drafts in one commit. The answers are in the order of the drafts. */
  commit: (drafts: readonly Draft[]) => Promise<readonly Answer[]>
  /** Returns the accepted transaction, or undefined when a name of the request is taken. Throws a refusal for any other answer. */
  settle: (draft: Draft, answer: Answer) => Transaction | undefined
  find: (sql: Sql, id: string) => Promise<Transaction | undefined>
  toAccepted: (transaction: Transaction, isReplay: boolean) => Accepted
}>

// Two groups at a time keep PostgreSQL busy while requests collect for the next group. More slots only make the groups smaller.
const GROUP_LIMITS = { slots: 2, most: 256, queue: 10_000 } as const

/** Accepts requests of one type. Each is drafted by itself; requests that wait at the same time are committed together. */
export function createAcceptance<
  By extends Asking,
  Request extends GivenNames,
  Draft,
  Answer,
  Transaction,
  Accepted,
>(
  { pool, gather, onGroup }: AcceptanceDeps,
  parts: AcceptanceParts<By, Request, Draft, Answer, Transaction, Accepted>,
): Acceptance<By, Request, Accepted> {
  const { meaningOf, draft, commit, settle, find, toAccepted } = parts
  const groups = createGroupCommits<Draft, Answer>({ ...GROUP_LIMITS, gather, commit, isUndone, onGroup })
  return {
    accept: async (asking, request) => {
      const identity = identifyRequest(request, meaningOf(request))
      return acceptOnce<Draft, Accepted>(
        () => draft(asking, request, identity),
        async (drafted) => {
          const accepted = settle(drafted, await groups.submit(drafted))
          return accepted && toAccepted(accepted, false)
        },
        async () => {
          const first = await findReplay(pool, asking.tenant, identity, find)
          return first && toAccepted(first, true)
        },
      )
    },
    drained: groups.drained,
  }
}
