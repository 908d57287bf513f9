import { setTimeout as sleep } from 'node:timers/promises'
import { Account, Asset, Keypair, Memo, Operation, TransactionBuilder } from '@stellar/stellar-sdk'
import type { Purse } from '../chain-witness.ts'
import { askHorizon, submit } from './ask-horizon.ts'
import { unmuxed } from './muxed.ts'

type Network = Readonly<{ asset: string; passphrase: string }>
type Given = Readonly<{ place: string; units: bigint; byMemo: boolean }>

const GIVERS = 8
const LOOK_EVERY_MS = 200
const FEE = '1000000'
const UNIT_DIGITS = 7

/**
 * Sends tokens from its own accounts, one payment at a time from each. A signed payment never expires and is resent until it is in a
 * ledger; its sequence number can be used once. Half of the payments name their recipient in a memo, and half in the address.
 */
export async function openPurse(url: string, { asset, passphrase }: Network): Promise<Purse> {
  const over = new AbortController()
  const [code = '', issuer = ''] = asset.split(':')
  const queues: Given[][] = []
  const giving = await Promise.all(
    Array.from({ length: GIVERS }, async (_, number) => {
      const key = Keypair.random()
      await askHorizon(url, 'POST', '/admin/accounts', { id: key.publicKey(), xlm: '100000' })
      await askHorizon(url, 'POST', '/admin/trustlines', {
        account: key.publicKey(),
        asset,
        balance: '900000000',
      })
      queues[number] = []
      return serve(key, queues[number])
    }),
  )

  function serve(key: Keypair, queue: Given[]): () => Promise<void> {
    return async () => {
      while (!over.signal.aborted) {
        const given = queue[0]
        if (given === undefined) await sleep(LOOK_EVERY_MS / 4)
        else if (await give(key, given)) queue.shift()
      }
    }
  }
  /** Returns true if the payment is in a ledger. */
  const give = async (key: Keypair, { place, units, byMemo }: Given): Promise<boolean> => {
    const own = await askHorizon<{ sequence: string }>(url, 'GET', `/accounts/${key.publicKey()}`)
    const { account, id } = unmuxed(place)
    const isNoted = byMemo && id !== undefined
    const builder = new TransactionBuilder(new Account(key.publicKey(), own?.sequence ?? '0'), {
      fee: FEE,
      networkPassphrase: passphrase,
      timebounds: { minTime: 0, maxTime: 0 },
    }).addOperation(
      Operation.payment({
        destination: isNoted ? account : place,
        asset: new Asset(code, issuer),
        amount: formatUnits(units),
      }),
    )
    if (isNoted) builder.addMemo(Memo.id(id))
    const transaction = builder.build()
    transaction.sign(key)
    const hash = Buffer.from(transaction.hash()).toString('hex')
    while (!over.signal.aborted) {
      await submit(url, transaction.toXDR())
      await sleep(LOOK_EVERY_MS)
      const found = await askHorizon<{ successful: boolean }>(url, 'GET', `/transactions/${hash}`)
      if (found !== undefined) return found.successful
    }
    return false
  }
  const all = Promise.all(giving.map(async (work) => work()))
  let number = 0
  return {
    give: async (place, units) => {
      number += 1
      queues[number % GIVERS]?.push({ place, units, byMemo: number % 2 === 0 })
    },
    stop: async () => {
      over.abort()
      await all
    },
  }
}

export function formatUnits(units: bigint): string {
  const digits = units.toString().padStart(UNIT_DIGITS + 1, '0')
  return `${digits.slice(0, -UNIT_DIGITS)}.${digits.slice(-UNIT_DIGITS)}`
}
