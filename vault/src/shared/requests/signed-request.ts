import { createPublicKey, hash, verify } from 'node:crypto'

/** A request that a business signed (RFC 9421), as the database has it. Nothing of it counts before it is verified. */
export type StoredRequest = Readonly<{
  subject_id: string
  purpose: string
  business_id: string
  mode: string
  key_id: string
  /** The bytes that were signed. */
  base: string
  signature: Buffer
  body: Buffer
  revoked_at: Date | null
}>

/** A sell or a withdrawal that is about to be carried out. Amounts are in kobo. */
export type Executed = Readonly<{
  transactionId: string
  purpose: 'sell' | 'withdrawal'
  business: string
  mode: string
  reference: string
  amountMinor: string
  /** Where it goes, by the field names of the request: network and wallet_address, or bank_name (a code) and account_number. */
  destination: Readonly<Record<string, string>>
}>

/** The row of a batch that a sell pays. */
export type BatchPlace = Readonly<{ batchId: string; number: number }>

type Read = Readonly<{ path: string; body: Readonly<Record<string, unknown>> }>

const PATHS = { sell: '/transactions/v1/offramp', withdrawal: '/transactions/v1/withdrawals' } as const
const BATCHES_PATH = '/payouts/v1/batches'
const SPKI_OF_ED25519 = Buffer.from('302a300506032b6570032100', 'hex')

/**
 * Returns why a transaction is not what its business signed; undefined if it is. `keyOf` returns the public key of an API key as this
 * process knows it. The reference is in the signed body and unique for ever, so a signature is good for one transaction.
 */
export function requestProblem(
  executed: Executed,
  stored: readonly StoredRequest[],
  place: BatchPlace | undefined,
  keyOf: (keyId: string) => Buffer | undefined,
): string | undefined {
  const read = (purpose: string, subject: string, path: string): Read | string => {
    const one = stored.find((row) => row.purpose === purpose && row.subject_id === subject)
    if (one === undefined) return `its ${purpose} is not signed`
    if (one.business_id !== executed.business || one.mode !== executed.mode)
      return `another business signed its ${purpose}`
    const found = readRequest(one, keyOf(one.key_id))
    if (typeof found === 'string') return `the signature of its ${purpose} does not count: ${found}`
    return found.path === path ? found : `what was signed for its ${purpose} is a request to ${found.path}`
  }
  if (place === undefined) {
    const own = read(executed.purpose, executed.transactionId, PATHS[executed.purpose])
    return typeof own === 'string' ? own : difference(own.body, executed)
  }
  const id = `bat_${place.batchId.replaceAll('-', '')}`
  const confirmed = read('confirmation', place.batchId, `${BATCHES_PATH}/${id}/confirm`)
  if (typeof confirmed === 'string') return confirmed
  const made = read('batch', place.batchId, BATCHES_PATH)
  if (typeof made === 'string') return made
  const rows: unknown = made.body['rows']
  const row: unknown = Array.isArray(rows) ? rows[place.number - 1] : undefined
  if (!isObject(row)) return `the signed batch has no row ${place.number}`
  // A row without a reference gets one that is made of the batch and its number.
  return difference({ reference: `${id}-${place.number}`, ...row }, executed)
}

/** Returns what was signed, or why the signature does not count. */
function readRequest(
  { base, signature, body, revoked_at }: StoredRequest,
  publicKey: Buffer | undefined,
): Read | string {
  if (publicKey === undefined) return 'its key is not known here'
  const key = createPublicKey({
    key: Buffer.concat([SPKI_OF_ED25519, publicKey]),
    format: 'der',
    type: 'spki',
  })
  if (!verify(null, Buffer.from(base), key, signature)) return 'it is not of these bytes'
  const parts = new Map(
    base.split('\n').map((line): [string, string] => {
      const end = line.indexOf('": ')
      return [line.slice(1, end), line.slice(end + 3)]
    }),
  )
  if (parts.get('content-digest') !== `sha-256=:${hash('sha256', body, 'base64')}:`)
    return 'the body is another one'
  if (parts.get('@method') !== 'POST') return 'it is not of a POST'
  const [, created] = /;created=([0-9]{1,12})(?:;|$)/.exec(parts.get('@signature-params') ?? '') ?? []
  if (created === undefined) return 'it has no time'
  if (revoked_at !== null && Number(created) * 1000 > revoked_at.getTime())
    return 'its key was revoked before'
  const given = parseBody(body)
  if (given === undefined) return 'the body cannot be read'
  return { path: parts.get('@path') ?? '', body: given }
}

/** Reads JSON with the digits of each number as they were written. */
function parseBody(body: Buffer): Readonly<Record<string, unknown>> | undefined {
  try {
    const read: unknown = JSON.parse(body.toString('utf8'), exactNumber)
    return isObject(read) ? read : undefined
  } catch {
    return undefined
  }
}

function exactNumber(_key: string, value: unknown, context?: Readonly<{ source?: string }>): unknown {
  return typeof value === 'number' ? (context?.source ?? String(value)) : value
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function difference(signed: Readonly<Record<string, unknown>>, executed: Executed): string | undefined {
  if (signed['reference'] !== executed.reference) return 'its business signed another reference'
  if (minorOf(signed['amount']) !== executed.amountMinor) return 'its business signed another amount'
  const other = Object.entries(executed.destination).find(
    ([name, value]) => !isSame(name, signed[name], value),
  )
  return other && `its business signed another ${other[0]}`
}

/** Addresses of EVM networks have several spellings in upper and lower case. */
function isSame(name: string, signed: unknown, executed: string): boolean {
  if (typeof signed !== 'string') return false
  const anyCase = name === 'network' || executed.startsWith('0x')
  return anyCase ? signed.trim().toLowerCase() === executed.toLowerCase() : signed === executed
}

function minorOf(amount: unknown): string | undefined {
  if (typeof amount !== 'string') return undefined
  const [, whole, decimals = ''] = /^(0|[1-9][0-9]*)(?:\.([0-9]{1,2}))?$/.exec(amount) ?? []
  return whole === undefined ? undefined : String(BigInt(whole + decimals.padEnd(2, '0')))
}
