import { createPrivateKey, createPublicKey, randomBytes, sign as signBytes } from 'node:crypto'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { startSolana } from '@afara/stack/chains/solana/solana-chain.ts'
import { askChain } from '@afara/stack/http/ask-chain.ts'
import { createTemporaryRun } from '@afara/stack/processes/temporary-run.ts'
import { encodeBase58 } from '../../src/rails/chains/solana/addresses/base58.ts'
import { TOKEN_PROGRAM } from '../../src/rails/chains/solana/addresses/solana-address.ts'
import { tokenAccountFor } from '../../src/rails/chains/solana/messages/lane-message.ts'
import { createSolanaChain } from '../../src/rails/chains/solana/solana-chain.ts'
import { createWitnessedChain } from '../../src/rails/chains/witnessed-chain.ts'
import type { ChainWays, ChainWorld } from './chain-world.ts'
import { type RpcProxy, startRpcProxy } from './rpc-proxy.ts'

export type SolanaKey = Readonly<{ address: string; sign(message: Uint8Array): Uint8Array }>

export type SolanaWorld = ChainWorld &
  Readonly<{
    /** `proxy` can fail and lie; `nodeUrl` is direct. */
    proxy: RpcProxy
    nodeUrl: string
    mint: string
    token: Readonly<{ mint: string; decimals: number; tokenProgram: string }>
    markerSecret: string
    laneKey: SolanaKey
    ask<T>(method: string, ...params: unknown[]): Promise<T>
    /** Changes the state of the chain without a signature. */
    put(what: 'sol' | 'mints' | 'tokens' | 'accounts', body: object): Promise<void>
    /** Sends a transaction without the adapter and waits until it is in a block. Returns its signature. */
    land(raw: Uint8Array): Promise<string>
  }>

export const solanaWays: ChainWays = {
  isOrdered: false,
  replaces: false,
  failsForGood: false,
  standsStill: false,
  failures: [
    ['error_500', /the node answered 500/],
    ['half_body', /connection failed/],
    ['silence', /no complete response within/],
    ['html', /not JSON/],
    ['refuses_all', /limit exceeded/],
    ['one_answer_missing', /neither result nor error/],
  ],
}

const SLOT_MS = 60
const FAST_SLOT_MS = 20
const SOL = 1_000_000_000n
const DECIMALS = 6
const PER_MINOR = 10_000n

/** Starts Solana's own runtime with a mint, and a lane with tokens. It mines continuously. A block is final after 31 slots. */
export async function raiseSolanaWorld({
  witness,
  own = [],
  engine = 'surfpool',
}: {
  witness?: { patienceMs: number }
  own?: readonly string[]
  engine?: 'surfpool' | 'litesvm'
} = {}): Promise<SolanaWorld> {
  const run = await createTemporaryRun()
  const node = await startSolana({
    engine,
    directory: join(run.directory, 'solana'),
    slotMs: engine === 'litesvm' ? FAST_SLOT_MS : SLOT_MS,
    onSpawn: run.onSpawn,
  })
  const proxy = await startRpcProxy(node.url)
  const other = await startRpcProxy(node.url)
  const ask = async <T>(method: string, ...params: unknown[]): Promise<T> =>
    askChain<T>(node.url, method, ...params)
  const put: SolanaWorld['put'] = async (what, body) => {
    const response = await fetch(`${node.url}/admin/${what}`, { method: 'POST', body: JSON.stringify(body) })
    if (!response.ok) throw new Error(`${what}: ${await response.text()}`)
  }

  const laneKey = newKey()
  const mint = newKey().address
  const token = { mint, decimals: DECIMALS, tokenProgram: TOKEN_PROGRAM }
  await put('mints', { address: mint, decimals: DECIMALS, authority: laneKey.address })
  await put('sol', { address: laneKey.address, lamports: `${100n * SOL}` })
  await put('tokens', { owner: laneKey.address, mint, units: `${1_000_000_00n * PER_MINOR}` })

  const markerSecret = randomBytes(32).toString('hex')
  const settings = {
    mode: 'test',
    mint,
    decimals: DECIMALS,
    markerSecret,
    own,
    mostOut: 20,
    deadlineMs: 3_000,
  } as const
  const one = createSolanaChain({ ...settings, url: proxy.url })
  const chain =
    witness === undefined
      ? one
      : createWitnessedChain(one, createSolanaChain({ ...settings, url: other.url }), {
          nowMs: () => performance.now(),
          ...witness,
        })

  const slot = async (commitment: string): Promise<number> => ask<number>('getSlot', { commitment })
  const waitForSlot = async (commitment: string, wanted: number): Promise<void> => {
    while ((await slot(commitment)) < wanted) await sleep(SLOT_MS)
  }
  const land = async (raw: Uint8Array): Promise<string> => {
    const options = { encoding: 'base64', skipPreflight: true }
    const signature = await ask<string>('sendTransaction', Buffer.from(raw).toString('base64'), options)
    for (let turn = 0; turn < 100; turn += 1) {
      const { value } = await ask<{ value: unknown[] }>('getSignatureStatuses', [signature])
      if (value[0] !== null) return signature
      await sleep(SLOT_MS)
    }
    throw new Error(`${signature} did not land`)
  }
  const sign = (unsigned: Uint8Array): Readonly<{ raw: Uint8Array; hash: string }> =>
    signWith([laneKey], unsigned)

  return {
    chain,
    lane: laneKey.address,
    laneKey,
    proxy,
    nodeUrl: node.url,
    mint,
    token,
    markerSecret,
    ask,
    put,
    land,
    mine: async (blocks) => waitForSlot('processed', (await slot('processed')) + blocks),
    finalize: async () => waitForSlot('finalized', (await slot('processed')) + 1),
    newWallet: () => newKey().address,
    sign: async (unsigned) => Promise.resolve(sign(unsigned)),
    tokensOf: async (address) => {
      const account = await tokenAccountFor(token, address)
      try {
        const { value } = await ask<{ value: { amount: string } }>('getTokenAccountBalance', account)
        return BigInt(value.amount) / PER_MINOR
      } catch {
        return 0n
      }
    },
    strangerUses: async (lock) => {
      const terms = await one.suggestTerms(AbortSignal.timeout(5_000))
      const unsigned = await one.prepareCancel({
        from: laneKey.address,
        lock,
        terms: { ...terms, cuPrice: '77777' },
      })
      return land(sign(unsigned).raw)
    },
    setFault: proxy.setFault,
    stop: async () => {
      await Promise.all([proxy.stop(), other.stop()])
      await node.stop()
      run.remove()
    },
  }
}

/** Returns a new Ed25519 key. */
export function newKey(): SolanaKey {
  const pkcs8 = Buffer.concat([Buffer.from('302e020100300506032b657004220420', 'hex'), randomBytes(32)])
  const key = createPrivateKey({ key: pkcs8, format: 'der', type: 'pkcs8' })
  const spki = createPublicKey(key).export({ format: 'der', type: 'spki' })
  return {
    address: encodeBase58(spki.subarray(-32)),
    sign: (message) => signBytes(null, message, key),
  }
}

/**
 * Builds the wire transaction: the number of signatures, the signatures and the message. The keys must be in the order of the message's
 * signers.
 */
export function signWith(
  keys: readonly SolanaKey[],
  message: Uint8Array,
): Readonly<{ raw: Uint8Array; hash: string }> {
  const signatures = keys.map((key) => key.sign(message))
  return {
    raw: Buffer.concat([Buffer.from([keys.length]), ...signatures, message]),
    hash: encodeBase58(signatures[0] ?? Buffer.alloc(0)),
  }
}
