import type { AttemptKind, Chain } from '../../movements/transfers/chain.ts'
import type { HeldLane } from '../../movements/transfers/lane-store.ts'
import { storeSigned } from '../../movements/transfers/transfer-store.ts'
import type { LaneDeps } from './lane-deps.ts'

export type Wanted = Readonly<{ transferId: string; kind: AttemptKind; unsigned: Uint8Array }>
export type Refused = Readonly<{ transferId: string; code: string; message: string }>

// A module may take a tenth of a second for each signature, and a caller that waits for a whole batch times out: then none of them leaves.
const SIGNED_TOGETHER = 20

/**
 * Has bytes signed, keeps them, and only then sends those that may go, some at a time. Returns what the signer refused. Whatever is lost on
 * the way is found again: a lock without bytes is signed anew, stored bytes are sent anew.
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
    // A lock that has bytes already gets those back, whatever terms were asked for: a later bump must outbid what is in them.
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

/** Sends stored bytes. What a node answers decides nothing, and that none answers neither: they are sent again. */
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
