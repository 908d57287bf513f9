import { newId } from '../../kernel/ids/ids.ts'
import { saltOfAddress } from '../../movements/deposits/deposit-salt.ts'
import type { SweepItem } from '../../movements/treasury/sweep-chain.ts'
import { listUnswept, openSweep, putOffSweep } from '../../movements/treasury/sweep-store.ts'
import { listSpare } from './list-spare.ts'
import type { SweepDeps, SweepLook } from './sweep-deps.ts'

/** Sends the next call, if enough waits for one. Its bytes are kept before they are sent. */
export async function beginSweep(deps: SweepDeps, look: SweepLook): Promise<void> {
  const { pool, clock, settings } = deps
  const { chain } = look
  const at = clock.now()
  const listed = await listUnswept(pool, chain, {
    most: chain.mostTogether,
    aboveMinor: settings.aboveMinor,
    before: new Date(at.getTime() - settings.afterMs),
    at,
  })
  // What is at an address that is not the sell's own could not be brought home; the watch sets it aside.
  const items = listed.flatMap(({ address, units, sell }) => {
    const salt = saltOfAddress(chain.addressOf, sell, address)
    return salt === undefined ? [] : [{ address, salt, units }]
  })
  const wanted = items.length > 0 ? items : await listSpare(deps, look)
  if (wanted.length > 0) await sendSweep(deps, look, wanted)
}

async function sendSweep(
  { pool, clock, signer, onNotice }: SweepDeps,
  { chain, reading, fence, signal }: SweepLook,
  items: readonly SweepItem[],
): Promise<void> {
  const addresses = items.map(({ address }) => address)
  const putOff = async (wouldFail: boolean, words: string): Promise<void> => {
    await putOffSweep(pool, chain, { fence, addresses, wouldFail, at: clock.now() })
    onNotice(chain.network, words)
  }

  const terms = await chain.suggestTerms(items, signal)
  if (terms === undefined)
    return putOff(
      true,
      `a call for ${addresses.length} deposit addresses would fail: each is tried by itself`,
    )
  if (chain.mostCost(terms) > reading.gasUnits)
    return putOff(false, `${chain.sweeper} has not enough gas to sweep`)
  const nonce = reading.nonceLatest
  const { mode, network } = chain
  const answer = await signer.signSweep({ mode, network, nonce, items, terms }, signal)
  if (answer.outcome === 'refused')
    return putOff(false, `the signer does not sweep: ${answer.code}: ${answer.message}`)
  const { raw, hash } = answer
  await openSweep(pool, chain, { id: newId(), nonce, items, raw, hash, terms, fence, at: clock.now() })
  await chain.broadcast(raw, signal)
}
