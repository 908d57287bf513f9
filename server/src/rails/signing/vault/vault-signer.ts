import {
  type SignAnswer,
  type Signer,
  SignerUnavailable,
  type SignRequest,
} from '../../../movements/transfers/signer.ts'
import type { SweepSigner } from '../../../movements/treasury/sweep-chain.ts'
import { createVaultClient, type VaultSettings } from '../../ask-vault.ts'
import { createVaultJournal, isSameWallet } from './vault-journal.ts'

// Fifty signatures take a fifth of a second, and the signer's own database check takes at most ten seconds.
const signer = { name: 'signer', deadlineMs: 20_000, Unavailable: SignerUnavailable } as const

/** HTTP client of the signer process. Throws SignerUnavailable unless the response covers every request. */
export function createVaultSigner(settings: VaultSettings): Signer {
  const ask = createVaultClient(settings, signer)
  return {
    ...createVaultJournal(ask),
    async sign(requests: readonly SignRequest[], signal: AbortSignal): Promise<readonly SignAnswer[]> {
      if (requests.length === 0) return []
      const results = readResults(await ask('/v1/sign', signal, writeRequests(requests)))
      if (results.length !== requests.length) {
        throw new SignerUnavailable(`the signer answered ${results.length} of ${requests.length} requests`)
      }
      return results
    },
    async nextLock({ mode, network, address }, signal): Promise<bigint> {
      const lanes = readLocks(await ask('/v1/locks', signal))
      return (
        lanes.find(
          (lane) =>
            lane.mode === mode && lane.network === network && isSameWallet(network, lane.address, address),
        )?.nextLock ?? 0n
      )
    },
  }
}

/** HTTP client of the signer process for sweeps. The signer receives addresses and terms, and builds the transaction itself. */
export function createVaultSweeps(settings: VaultSettings): SweepSigner {
  const ask = createVaultClient(settings, signer)
  return {
    signSweep: async ({ mode, network, nonce, items, terms }, signal) =>
      readResult(
        await ask('/v1/sweeps', signal, {
          mode,
          network,
          nonce: nonce.toString(),
          items: items.map(({ salt, units }) => ({ salt, units: units.toString() })),
          terms,
        }),
      ),
    signOpening: async ({ mode, network, salts, terms }, signal) =>
      readResult(await ask('/v1/openings', signal, { mode, network, salts, terms })),
  }
}

function readResult(answer: unknown): SignAnswer {
  const [result] = readResults({ results: [(answer as { result?: unknown } | null)?.result] })
  if (result === undefined) throw new SignerUnavailable("the signer's response has no result")
  return result
}

type VaultLane = Readonly<{ mode: string; network: string; address: string; nextLock: bigint }>

function writeRequests(requests: readonly SignRequest[]): object {
  return {
    requests: requests.map(({ transferId, kind, unsigned }) => ({
      transfer_id: transferId,
      kind,
      unsigned: `0x${Buffer.from(unsigned).toString('hex')}`,
    })),
  }
}

function readResults(body: unknown): SignAnswer[] {
  return listOf(body, 'results').map((result) => {
    const { outcome, raw, hash, code, message } = result
    if (outcome === 'signed' && isHex(raw) && isHash(hash)) {
      return { outcome, raw: new Uint8Array(Buffer.from(raw.slice(2), 'hex')), hash }
    }
    if (outcome === 'refused' && typeof code === 'string' && typeof message === 'string') {
      return { outcome, code, message }
    }
    throw new SignerUnavailable("the signer's response cannot be read")
  })
}

function readLocks(body: unknown): VaultLane[] {
  return listOf(body, 'lanes').map(({ mode, network, address, next_lock }) => {
    if (typeof next_lock !== 'string' || !/^[0-9]+$/.test(next_lock)) {
      throw new SignerUnavailable('the signer returned a lock that is not a number')
    }
    return {
      mode: String(mode),
      network: String(network),
      address: String(address),
      nextLock: BigInt(next_lock),
    }
  })
}

function listOf(body: unknown, name: string): Readonly<Record<string, unknown>>[] {
  const list = (body as Readonly<Record<string, unknown>> | null)?.[name]
  if (Array.isArray(list)) return list
  throw new SignerUnavailable(`the signer's response has no ${name}`)
}

/** Whether the value can be a transaction hash of any network: hexadecimal with or without 0x, or base58. */
function isHash(value: unknown): value is string {
  return typeof value === 'string' && /^[0-9A-Za-z]+$/.test(value) && value.length <= 100
}

function isHex(value: unknown): value is string {
  return typeof value === 'string' && /^0x(?:[0-9a-f][0-9a-f])+$/.test(value)
}
