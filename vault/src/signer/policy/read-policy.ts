import { createSettingReader, isFields } from '../../shared/settings.ts'
import { familyOf } from '../families/families.ts'
import { readSweeper } from '../sweeps/sweeper-policy.ts'
import { createPolicy, type LanePolicy, type Policy } from './policy.ts'

const NAMES =
  'family mode network number decimals address key per_transfer_minor per_hour_minor per_day_minor first_seen_minor'.split(
    ' ',
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
  const family = familyOf(isFields(given) ? given.family : undefined)
  const names = new Set([...NAMES, ...family.laneSettings])
  const reader = createSettingReader(given, names, `lane ${place + 1} of the policy`)
  const { fields, text, whole, wrong } = reader
  const decimals = Number(whole('decimals'))
  if (decimals < 2 || decimals > 36) wrong('decimals are 2 to 36: a kobo must be whole')
  const address = family.spell(text('address', /./))
  return {
    mode: text('mode', /^(?:live|test)$/) as LanePolicy['mode'],
    network: text('network', /^[A-Z][A-Za-z]*$/),
    number: fields.number === undefined ? undefined : Number(whole('number')),
    address,
    family,
    chain: family.readLane({ address, key: text('key', /./), decimals }, reader),
    perTransferMinor: whole('per_transfer_minor'),
    perHourMinor: whole('per_hour_minor'),
    perDayMinor: whole('per_day_minor'),
    firstSeenMinor: whole('first_seen_minor'),
  }
}
