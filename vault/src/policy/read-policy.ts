import { readSweeper } from '../sweeps/sweeper-policy.ts'
import { createPolicy, type LanePolicy, type Policy } from './policy.ts'
import { createSettingReader, isFields } from './setting-reader.ts'

const NAMES = new Set(
  (
    'mode network number chain_id token decimals address key per_transfer_minor per_hour_minor per_day_minor ' +
    'first_seen_minor max_fee_per_gas max_gas'
  ).split(' '),
)

/** Reads the file of the policy. Whatever is missing, odd or not known by name stops the signer: a cap that was misspelt is no cap. */
export function readPolicy(text: string): Policy {
  const file: unknown = JSON.parse(text)
  const { lanes, sweepers = [], ...rest } = isFields(file) ? file : {}
  if (!Array.isArray(lanes) || !Array.isArray(sweepers) || Object.keys(rest).length > 0)
    throw new Error('the policy is not {"lanes": […], "sweepers": […]}')
  return createPolicy(lanes.map(readLane), sweepers.map(readSweeper))
}

function readLane(given: unknown, place: number): LanePolicy {
  const { fields, text, whole, wrong } = createSettingReader(given, NAMES, `lane ${place + 1} of the policy`)
  const decimals = Number(whole('decimals'))
  if (decimals < 2 || decimals > 36) wrong('decimals are 2 to 36: a kobo must be whole')
  return {
    mode: text('mode', /^(?:live|test)$/) as LanePolicy['mode'],
    network: text('network', /^[A-Z][A-Za-z]*$/),
    number: fields.number === undefined ? undefined : Number(whole('number')),
    chainId: whole('chain_id'),
    token: text('token', /^0x[0-9a-f]{40}$/i).toLowerCase(),
    decimals,
    address: text('address', /^0x[0-9a-f]{40}$/i).toLowerCase(),
    key: text('key', /./),
    perTransferMinor: whole('per_transfer_minor'),
    perHourMinor: whole('per_hour_minor'),
    perDayMinor: whole('per_day_minor'),
    firstSeenMinor: whole('first_seen_minor'),
    maxFeePerGas: whole('max_fee_per_gas'),
    maxGas: whole('max_gas'),
  }
}
