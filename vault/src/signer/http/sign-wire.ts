import { BadRequest } from '../../shared/bad-request.ts'
import { fromHex } from '../bytes/hex.ts'
import type { SignRequest } from '../sign-request.ts'

const MOST_REQUESTS = 200
const MOST_BYTES = 4096
const ID = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/

/** `{"requests": [{"transfer_id", "kind", "unsigned": "0x…"}]}`, and nothing else. */
export function readSignRequests(body: unknown): SignRequest[] {
  const { requests, ...rest } = fieldsOf(body)
  if (!Array.isArray(requests) || Object.keys(rest).length > 0)
    throw new BadRequest('it is not {"requests": […]}')
  if (requests.length > MOST_REQUESTS) throw new BadRequest(`at most ${MOST_REQUESTS} requests at a time`)
  return requests.map(readRequest)
}

function readRequest(value: unknown): SignRequest {
  const { transfer_id: transferId, kind, unsigned, ...rest } = fieldsOf(value)
  const bytes = typeof unsigned === 'string' ? fromHex(unsigned) : undefined
  if (typeof transferId !== 'string' || !ID.test(transferId)) throw new BadRequest('transfer_id is no id')
  if (kind !== 'pay' && kind !== 'bump' && kind !== 'cancel')
    throw new BadRequest('kind is pay, bump or cancel')
  if (bytes === undefined || bytes.length > MOST_BYTES) throw new BadRequest('unsigned is no text of bytes')
  if (Object.keys(rest).length > 0) throw new BadRequest('there is a field too many')
  return { transferId, kind, unsigned: bytes }
}

function fieldsOf(value: unknown): Readonly<Record<string, unknown>> {
  if (typeof value !== 'object' || value === null) throw new BadRequest('it is no object')
  return value as Readonly<Record<string, unknown>>
}
