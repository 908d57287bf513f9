import type { AttemptKind, Chain } from '../../movements/transfers/chain.ts'
import type { HeldLane } from '../../movements/transfers/lane-store.ts'
import { storeSigned } from '../../movements/transfers/transfer-store.ts'
import type { LaneDeps } from './lane-deps.ts'

export type Wanted = Readonly<{ transferId: string; kind: AttemptKind; unsigned: Uint8Array }>
export type Refused = Readonly<{ transferId: string; code: string; message: string }>

// A hardware module may take a tenth of a second per signature. A request for a whole batch would time out, and nothing would be sent.
const SIGNED_TOGETHER = 20

/**
 * Has transactions signed, stores them, and then sends those that are permitted, a few at a time. Returns the refusals of the signer.
 * Nothing is lost by an interruption: an unsigned lock is signed later, and stored bytes are sent later.
 */
export async function signAndSend(
  deps: LaneDeps,
  held: HeldLane & Readonly<{ chain: Chain }>,
  wanted: readonly Wanted[],
): Promise<Refused[]> {
  const refused: Refused[] = []
  for (let first = 0; first < wanted.length; first += SIGNED_TOGETHER)
    refused.push(...(await signPart(deps, held, wanted.slice(first, first + SIGNED_TOGETHER))))
  return refused
}

async function signPart(
  deps: LaneDeps,
  held: HeldLane & Readonly<{ chain: Chain }>,
  wanted: readonly Wanted[],
): Promise<Refused[]> {
  const { pool, clock, signer, times } = deps
  const answers = await signer.sign(wanted, AbortSignal.timeout(times.askMs))
  const signed = wanted.flatMap(({ transferId, kind }, place) => {
    const answer = answers[place]
    if (answer?.outcome !== 'signed') return []
    const { raw, hash } = answer
    // The signer returns the existing bytes of a lock that is already signed, whatever terms were requested. A later bump must outbid the
    // terms in those bytes.
    return [{ transferId, kind, terms: held.chain.termsIn(raw), raw, hash }]
  })
  if (signed.length > 0) {
    const mayGo = await storeSigned(pool, held, signed, clock.now())
    const raws = signed.filter(({ transferId }) => mayGo.has(transferId)).map(({ raw }) => raw)
    await broadcast(deps, held, raws)
  }
  return wanted.flatMap(({ transferId }, place) => {
    const answer = answers[place]
    return answer?.outcome === 'refused' ? [{ transferId, code: answer.code, message: answer.message }] : []
  })
}

/** Sends stored bytes. Nothing is decided from the node's answer, or from a missing answer: bytes that are in no block are sent again. */
export async function broadcast(
  { times, onAnswers, onNotice }: LaneDeps,
  { lane, chain }: HeldLane & Readonly<{ chain: Chain }>,
  raws: readonly Uint8Array[],
): Promise<void> {
  if (raws.length === 0) return
  try {
    onAnswers(lane.id, await chain.broadcast(raws, AbortSignal.timeout(times.askMs)))
  } catch (error) {
    onNotice(lane.id, `sending failed: ${error instanceof Error ? error.message : String(error)}`)
  }
}
