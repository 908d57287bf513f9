import type { Backstage } from './backstage.ts'
import { type Kind, wholeName } from './case.ts'
import type { Operation } from './document/operation.ts'
import type { Exchange } from './exchange.ts'
import type { Failure } from './failure.ts'
import { readAccepted } from './judge/accepted.ts'
import type { Judge } from './judge/create-judge.ts'
import type { Fault } from './judge/fault.ts'
import type { Lane } from './lane.ts'
import { createRandom } from './random.ts'
import type { Receipts } from './receipts.ts'
import { Interrupted, type Stage } from './stage.ts'
import type { Tally } from './tally.ts'
import type { Received } from './wire/connection.ts'
import type { Reply } from './wire/reply.ts'
import type { World } from './world.ts'

export type Theatre = Readonly<{
  world: World
  backstage: Backstage
  operations: readonly Operation[]
  judge: Judge
  tally: Tally
  receipts: Receipts
  onFailure: (failure: Failure) => void
  /** Called with every exchange and its replies. */
  onExchange?: (exchange: Exchange, received: Received) => void
}>

/** A kind, with the seed and number that determine everything else. */
export type Case = Readonly<{ kind: Kind; seed: number; number: number; label: string }>

/** Sends the requests of one case and judges the answers. */
export async function playCase(
  theatre: Theatre,
  lane: Lane,
  { kind, seed, number, label }: Case,
): Promise<void> {
  const { world, tally, operations } = theatre
  const fail = (fault: Fault, exchange?: Exchange): void => {
    tally.countFault(fault)
    theatre.onFailure({ fault, kind: wholeName(kind), seed, number, exchange })
  }
  const send = async (exchange: Exchange): Promise<readonly Reply[]> => {
    tally.countRequests(kind.className, wholeName(kind), exchange.asked.length)
    const received = await lane.send(exchange)
    theatre.onExchange?.(exchange, received)
    const faults = judgeAll(theatre, kind, exchange, received)
    faults.forEach((fault) => fail(fault, exchange))
    if (faults.length > 0) throw new Interrupted()
    return received.replies
  }
  const stage: Stage = {
    world,
    random: createRandom(seed, number),
    label,
    backstage: theatre.backstage,
    operation: (id) => {
      const found = operations.find((operation) => operation.id === id)
      if (found === undefined) throw new Error(`the document has no operation ${id}`)
      return found
    },
    send,
    excuse: theatre.receipts.excuse,
    fault: (detail) => {
      fail({ kind: 'unexpected', detail })
      throw new Interrupted()
    },
  }
  try {
    if (kind.className === 'linked') await kind.play(stage)
    else await send(kind.make(stage))
  } catch (error) {
    if (!(error instanceof Interrupted)) throw error
  }
}

function judgeAll(
  { judge, tally, receipts }: Theatre,
  { className }: Kind,
  { asked, mayHangUp }: Exchange,
  { replies, end, stray }: Received,
): Fault[] {
  const faults: Fault[] = []
  for (const [place, reply] of replies.entries()) {
    const one = asked[place]
    if (one === undefined) continue
    const found = judge(one, reply, mayHangUp === true)
    faults.push(...found)
    tally.countAnswer(className, one.operation?.id, reply.status)
    if (one.method === 'GET' || found.some(({ kind }) => kind === 'schema_mismatch')) continue
    const accepted = readAccepted(reply)
    if (accepted !== undefined) receipts.keep(accepted)
  }
  const wrong = wrongEnding(asked.length, replies.length, end, stray, mayHangUp === true)
  return wrong === undefined ? faults : [...faults, { kind: 'connection', detail: wrong }]
}

function wrongEnding(
  asked: number,
  answered: number,
  end: Received['end'],
  stray: string,
  mayHangUp: boolean,
): string | undefined {
  if (end === 'late') return `not all answers arrived in time (${answered} of ${asked})`
  if (end === 'garbled') return `the response is not HTTP: ${stray}`
  if (mayHangUp) return undefined
  if (end !== 'answered') return `the connection was ${end} after ${answered} of ${asked} answers`
  return stray === '' ? undefined : `the server sent more than the answers: ${JSON.stringify(stray)}`
}
