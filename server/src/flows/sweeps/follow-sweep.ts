import { addSweepAttempt, endSweep, type OutSweep } from '../../movements/treasury/sweep-store.ts'
import type { SweepLook } from './begin-sweep.ts'
import { type SweepDeps, sweepTimes } from './sweep-deps.ts'

/** Looks what became of the call that is out: it ends when its nonce was used up for good, and until then is sent again. */
export async function followSweep(deps: SweepDeps, look: SweepLook, out: OutSweep): Promise<void> {
  const { reading, chain, signal } = look
  if (reading.nonceFinalized > out.nonce) return end(deps, look, out)
  // In a block, and not yet for good.
  if (reading.nonceLatest > out.nonce) return
  const newest = out.attempts.at(-1)
  if (newest === undefined) return
  const isStuck = deps.clock.now().getTime() - newest.signedAt.getTime() > sweepTimes.stuckMs
  const raised = isStuck ? await raise(deps, look, out) : undefined
  await chain.broadcast(raised ?? newest.raw, signal)
}

async function end(deps: SweepDeps, { chain, fence, signal }: SweepLook, out: OutSweep): Promise<void> {
  const { pool, clock, onNotice } = deps
  const ended = await chain.endOf(
    out.nonce,
    out.attempts.map(({ hash }) => hash),
    signal,
  )
  const at = clock.now()
  switch (ended.state) {
    case 'pending':
      return
    case 'void':
      onNotice(chain.network, `nonce ${out.nonce} of the sweeper was used by ${ended.by ?? 'something else'}`)
      return endSweep(pool, out.id, {
        fence,
        state: 'void',
        hash: null,
        gasUnits: 0n,
        because: `its nonce was used by ${ended.by ?? 'something else'}`,
        at,
      })
    default:
      if (ended.state === 'final_failed') onNotice(chain.network, `${ended.hash} swept nothing: it failed`)
      return endSweep(pool, out.id, { ...ended, fence, because: null, at })
  }
}

/** The same call on the same nonce, for more. Where the signer will not have that, the old bytes are sent again. */
async function raise(
  { pool, clock, signer, onNotice }: SweepDeps,
  { chain, fence, signal }: SweepLook,
  { id, nonce, salts, attempts }: OutSweep,
): Promise<Uint8Array | undefined> {
  const before = attempts.at(-1)?.fees
  const suggested = await chain.suggestFees(salts, signal)
  if (before === undefined || suggested === undefined) return undefined
  const fees = chain.raiseFees(before, suggested)
  const { mode, network } = chain
  const answer = await signer.signSweep({ mode, network, nonce, salts, fees }, signal)
  if (answer.outcome === 'refused') {
    onNotice(network, `the signer does not raise what a sweep pays: ${answer.code}: ${answer.message}`)
    return undefined
  }
  await addSweepAttempt(pool, id, { raw: answer.raw, hash: answer.hash, fees, fence, at: clock.now() })
  return answer.raw
}
