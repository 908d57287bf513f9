import type { Backstage } from './backstage.ts'
import type { Operation } from './document/operation.ts'
import type { Exchange } from './exchange.ts'
import type { Setting } from './kinds.ts'
import type { Reply } from './wire/reply.ts'

/** Environment of a linked sequence of requests. */
export type Stage = Setting &
  Readonly<{
    /** Returns an operation by its id, such as `POST /transactions/v1/onramp`. */
    operation(id: string): Operation
    backstage: Backstage
    /** Returns one reply for each request. Throws `Interrupted` if one is missing or wrong, after recording it. */
    send(exchange: Exchange): Promise<readonly Reply[]>
    /** Marks a transaction that no reply called new, because its client had disconnected. */
    excuse(transactionId: string): void
    /** Ends the sequence, because the replies contradict each other although each is valid by itself. */
    fault(detail: string): never
  }>

/** The sequence cannot continue. The fault is already recorded. */
export class Interrupted extends Error {
  override readonly name = 'Interrupted'
}

/** A sequence in which each request depends on earlier replies. */
export type LinkedKind = Readonly<{
  className: 'linked'
  name: string
  play(stage: Stage): Promise<void>
}>
