import type { Backstage } from './backstage.ts'
import type { Operation } from './document/operation.ts'
import type { Exchange } from './exchange.ts'
import type { Setting } from './kinds.ts'
import type { Reply } from './wire/reply.ts'

/** What a linked sequence of requests is played on. */
export type Stage = Setting &
  Readonly<{
    /** By its id, such as `POST /transactions/v1/onramp`. */
    operation(id: string): Operation
    backstage: Backstage
    /** One answer for each request; throws `Interrupted` when one is missing or wrong, which is then on record. */
    send(exchange: Exchange): Promise<readonly Reply[]>
    /** Nobody can have been told that this transaction is new: the client that requested it had left. */
    excuse(transactionId: string): void
    /** Ends the sequence: the answers, each fine by itself, contradict each other. */
    fault(detail: string): never
  }>

/** The sequence cannot go on, and everybody who must know does. */
export class Interrupted extends Error {
  override readonly name = 'Interrupted'
}

/** Requests of which each depends on the answers before it. */
export type LinkedKind = Readonly<{
  className: 'linked'
  name: string
  play(stage: Stage): Promise<void>
}>
