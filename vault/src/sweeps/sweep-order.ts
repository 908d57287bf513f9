import { BadRequest } from '../http/bad-request.ts'

/** Which deposit addresses are to be swept, on which nonce and for how much gas. All else is the policy's. */
export type SweepOrder = Readonly<{
  mode: string
  network: string
  nonce: bigint
  /** 32 bytes each, `0x…` in lower case. */
  salts: readonly string[]
  fees: Readonly<{ maxFeePerGas: bigint; maxPriorityFeePerGas: bigint; gas: bigint }>
}>

const SALT = /^0x[0-9a-f]{64}$/
const WHOLE = /^(?:0|[1-9][0-9]{0,29})$/
const MOST_NONCE = 2n ** 64n

/** `{"mode", "network", "nonce", "salts": ["0x…"], "fees": {"max_fee_per_gas", "max_priority_fee_per_gas", "gas"}}`, and nothing else. */
export function readSweepOrder(body: unknown): SweepOrder {
  const order = fieldsOf(body, ['mode', 'network', 'nonce', 'salts', 'fees'])
  const fees = fieldsOf(order.fees, ['max_fee_per_gas', 'max_priority_fee_per_gas', 'gas'])
  const { mode, network, salts } = order
  if (typeof mode !== 'string' || typeof network !== 'string')
    throw new BadRequest('mode or network is no text')
  if (!Array.isArray(salts) || salts.length === 0 || !salts.every(isSalt))
    throw new BadRequest('salts are no list of 32 bytes each')
  if (new Set(salts).size !== salts.length) throw new BadRequest('a salt is there twice')
  const nonce = wholeIn(order, 'nonce')
  if (nonce >= MOST_NONCE) throw new BadRequest('nonce is too large')
  return {
    mode,
    network,
    nonce,
    salts,
    fees: {
      maxFeePerGas: wholeIn(fees, 'max_fee_per_gas'),
      maxPriorityFeePerGas: wholeIn(fees, 'max_priority_fee_per_gas'),
      gas: wholeIn(fees, 'gas'),
    },
  }
}

type Fields = Readonly<Record<string, unknown>>

function fieldsOf(value: unknown, names: readonly string[]): Fields {
  if (typeof value !== 'object' || value === null) throw new BadRequest('it is no object')
  const odd = Object.keys(value).find((name) => !names.includes(name))
  if (odd !== undefined) throw new BadRequest('there is a field too many')
  return value as Fields
}

function isSalt(value: unknown): value is string {
  return typeof value === 'string' && SALT.test(value)
}

function wholeIn(fields: Fields, name: string): bigint {
  const value = fields[name]
  if (typeof value === 'string' && WHOLE.test(value)) return BigInt(value)
  throw new BadRequest(`${name} is no whole number`)
}
