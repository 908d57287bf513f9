import { setTimeout as sleep } from 'node:timers/promises'
import { askChain } from '@afara/stack/http/ask-chain.ts'
import { address, generateKeyPairSigner, type Instruction, type KeyPairSigner } from '@solana/kit'
import { getTransferCheckedInstruction } from '@solana-program/token'
import type { Purse } from '../chain-witness.ts'
import { differing } from './differing.ts'
import { knobOf } from './knob.ts'
import { send, sign } from './sign.ts'
import { tokenAccountOf } from './token-account.ts'

type Statuses = Readonly<{
  value: ReadonlyArray<Readonly<{ confirmationStatus: string; err: unknown }> | null>
}>

const PLENTY_UNITS = 10n ** 15n
const PLENTY_LAMPORTS = 10n ** 12n
const LOOK_EVERY_MS = 300

/**
 * Sends tokens from its own wallet. The service opens a deposit account shortly after it accepts a sell, so the purse waits for the
 * account. It resends a signed transaction until it is final, and signs again only if the first can never become final.
 */
export async function openPurse(url: string, mint: string, decimals: number): Promise<Purse> {
  const over = new AbortController()
  const giver = await generateKeyPairSigner()
  const knob = knobOf(url)
  await knob('sol', { address: giver.address, lamports: PLENTY_LAMPORTS.toString() })
  await knob('tokens', { owner: giver.address, mint, units: PLENTY_UNITS.toString() })
  const source = await tokenAccountOf(giver.address, mint)
  const given: Promise<void>[] = []
  let number = 0
  const give = async (place: string, units: bigint, own: number): Promise<void> => {
    while (!over.signal.aborted && !(await isOpen(url, place))) await sleep(LOOK_EVERY_MS)
    const pay = getTransferCheckedInstruction({
      source,
      mint: address(mint),
      destination: address(place),
      authority: giver,
      amount: units,
      decimals,
    })
    while (!over.signal.aborted && !(await sendUntilEnded(url, giver, [differing(own), pay], over.signal)));
  }
  return {
    give: async (place, units) => {
      number += 1
      given.push(give(place, units, number))
    },
    stop: async () => {
      over.abort()
      await Promise.all(given)
    },
  }
}

async function isOpen(url: string, account: string): Promise<boolean> {
  const { value } = await askChain<{ value: unknown }>(url, 'getAccountInfo', account, {
    encoding: 'base64',
    commitment: 'confirmed',
  })
  return value !== null
}

/** Returns true once the transaction is final, and false if it failed or can never become final. */
async function sendUntilEnded(
  url: string,
  payer: KeyPairSigner,
  instructions: readonly Instruction[],
  signal: AbortSignal,
): Promise<boolean> {
  const signed = await sign(url, payer, instructions)
  while (!signal.aborted) {
    await send(url, signed)
    await sleep(LOOK_EVERY_MS)
    const height = await askChain<number>(url, 'getBlockHeight', { commitment: 'finalized' })
    const [status] = (await askChain<Statuses>(url, 'getSignatureStatuses', [signed.signature])).value
    if (status?.confirmationStatus === 'finalized') return status.err === null
    if (status == null && height > signed.lastValidBlockHeight) return false
  }
  return false
}
