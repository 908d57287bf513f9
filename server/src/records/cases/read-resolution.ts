import { Refusal } from '../../kernel/refusal.ts'
import type { Resolution } from './resolution.ts'

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/
const minor = /^(0|[1-9][0-9]{0,37})$/

/** Parses a resolution that a rule proposed or an operator typed. Refuses an incomplete one. */
export function readResolution(value: Readonly<Record<string, unknown>>): Resolution {
  const { action } = value
  const text = (name: string, shape: RegExp): string => {
    const given = value[name]
    if (typeof given === 'string' && shape.test(given)) return given
    throw new Refusal('resolution_invalid', `The decision "${String(action)}" needs a valid ${name}.`)
  }
  switch (action) {
    case 'allocate':
      return {
        action,
        transaction_id: text('transaction_id', uuid),
        amount_minor: text('amount_minor', minor),
      }
    case 'return':
      return readReturn(value.amount_minor)
    case 'took_back':
      return { action, line_id: text('line_id', uuid) }
    case 'keep':
    case 'accept_short':
    case 'accept_late':
    case 'return_part':
    case 'dismiss':
    case 'charge':
    case 'lift_lien':
    case 'confirm_import':
    case 'retry_send':
    case 'fix':
      return { action }
    case 'read_again':
      return { action, from_block: text('from_block', minor) }
    case 'lift_freeze':
      return { action, freeze_id: text('freeze_id', uuid) }
    case 'resume_lane':
      return { action, lane_id: text('lane_id', uuid) }
    case 'set_cap':
      return { action, amount_minor: text('amount_minor', minor) }
    case 'set_people': {
      const { people } = value
      if (people === 1 || people === 2) return { action, people }
      break
    }
    case 'move_account': {
      const { to } = value
      if (to === 'active' || to === 'draining' || to === 'closed') return { action, to }
      break
    }
  }
  throw new Refusal(
    'resolution_invalid',
    `"${String(action)}" is not a valid decision. See "npx afara ops propose --help".`,
  )
}

/** Parses a return without its destination, which follows from the bank's record. */
export function readReturn(amountMinor: unknown): Extract<Resolution, { action: 'return' }> {
  if (typeof amountMinor === 'string' && minor.test(amountMinor))
    return { action: 'return', amount_minor: amountMinor }
  throw new Refusal('resolution_invalid', 'A return needs a valid amount. Pass --amount.')
}
