import { addSweepAttempt, endSweep, type OutSweep } from '../../movements/treasury/sweep-store.ts'
import { type SweepDeps, type SweepLook, sweepTimes } from './sweep-deps.ts'

/** Looks what became of the call that is out: it ends when nothing about it can be undone, and until then is sent again. */
export async function followSweep(deps: SweepDeps, look: SweepLook, out: OutSweep): Promise<void> {
  const { pool, clock, onNotice } = deps
  const { chain, fence, signal } = look
  const ended = await chain.endOf(out, signal)
  const at = clock.now()
  switch (ended.state) {
    case 'waiting':
      return sendAgain(deps, look, out)
    case 'pending':
      return
    case 'void': {
      const { because } = ended
      onNotice(chain.network, `call ${out.nonce} of the sweeper came to nothing: ${because}`)
      return endSweep(pool, out.id, { fence, state: 'void', hash: null, gasUnits: 0n, because, at })
    }
    default:
      if (ended.state === 'final_failed') onNotice(chain.network, `${ended.hash} swept nothing: it failed`)
      return endSweep(pool, out.id, { ...ended, fence, because: null, at })
  }
}

async function sendAgain(deps: SweepDeps, look: SweepLook, out: OutSweep): Promise<void> {
  const newest = out.attempts.at(-1)
  if (newest === undefined) return
  const isStuck = deps.clock.now().getTime() - newest.signedAt.getTime() > sweepTimes.stuckMs
  const raised = isStuck ? await raise(deps, look, out) : undefined
  await look.chain.broadcast(raised ?? newest.raw, look.signal)
}

/** The same call on the same number, for more. Where the signer will not have that, the old bytes are sent again. */
async function raise(
  { pool, clock, signer, onNotice }: SweepDeps,
  { chain, fence, signal }: SweepLook,
  { id, nonce, items, attempts }: OutSweep,
): Promise<Uint8Array | undefined> {
  const before = attempts.at(-1)?.terms
  const suggested = await chain.suggestTerms(items, signal)
  if (before === undefined || suggested === undefined) return undefined
  const terms = chain.raiseTerms(before, suggested)
  const { mode, network } = chain
  const answer = await signer.signSweep({ mode, network, nonce, items, terms }, signal)
  if (answer.outcome === 'refused') {
    onNotice(network, `the signer does not raise what a sweep pays: ${answer.code}: ${answer.message}`)
    return undefined
  }
  await addSweepAttempt(pool, id, { raw: answer.raw, hash: answer.hash, terms, fence, at: clock.now() })
  return answer.raw
}
