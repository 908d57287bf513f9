import { type SignAnswer, SignerUnavailable, type SignRequest } from '../../../movements/transfers/signer.ts'

export type VaultLane = Readonly<{ mode: string; network: string; address: string; nextLock: bigint }>

export function writeRequests(requests: readonly SignRequest[]): object {
  return {
    requests: requests.map(({ transferId, kind, unsigned }) => ({
      transfer_id: transferId,
      kind,
      unsigned: `0x${Buffer.from(unsigned).toString('hex')}`,
    })),
  }
}

export function readResults(body: unknown): SignAnswer[] {
  return listOf(body, 'results').map((result) => {
    const { outcome, raw, hash, code, message } = result
    if (outcome === 'signed' && isHex(raw) && isHash(hash)) {
      return { outcome, raw: new Uint8Array(Buffer.from(raw.slice(2), 'hex')), hash }
    }
    if (outcome === 'refused' && typeof code === 'string' && typeof message === 'string') {
      return { outcome, code, message }
    }
    throw new SignerUnavailable('the signer answered something that cannot be read')
  })
}

export function readLocks(body: unknown): VaultLane[] {
  return listOf(body, 'lanes').map(({ mode, network, address, next_lock }) => {
    if (typeof next_lock !== 'string' || !/^[0-9]+$/.test(next_lock)) {
      throw new SignerUnavailable('the signer tells of a lock that is no number')
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
  throw new SignerUnavailable(`the signer answered without ${name}`)
}

/** As its network calls it: hexadecimal with or without 0x, or base58. */
function isHash(value: unknown): value is string {
  return typeof value === 'string' && /^[0-9A-Za-z]+$/.test(value) && value.length <= 100
}

function isHex(value: unknown): value is string {
  return typeof value === 'string' && /^0x(?:[0-9a-f][0-9a-f])+$/.test(value)
}
