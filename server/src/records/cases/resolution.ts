import { Refusal } from '../../kernel/refusal.ts'

/** What an operator may decide, as it is stored: amounts as texts of minor units. */
export type Resolution =
  | Readonly<{ action: 'allocate'; transaction_id: string; amount_minor: string }>
  | Readonly<{ action: 'return'; amount_minor: string }>
  | Readonly<{ action: 'keep' }>
  | Readonly<{ action: 'accept_short' }>
  | Readonly<{ action: 'return_part' }>
  | Readonly<{ action: 'dismiss' }>
  | Readonly<{ action: 'took_back'; line_id: string }>
  | Readonly<{ action: 'charge' }>
  | Readonly<{ action: 'move_account'; to: 'active' | 'draining' | 'closed' }>
  | Readonly<{ action: 'set_cap'; amount_minor: string }>
  | Readonly<{ action: 'lift_lien' }>

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/
const minor = /^(0|[1-9][0-9]{0,37})$/

/** Reads what a rule proposed or an operator typed; refuses what is not a whole resolution. */
export function readResolution(value: Readonly<Record<string, unknown>>): Resolution {
  const { action } = value
  const text = (name: string, shape: RegExp): string => {
    const given = value[name]
    if (typeof given === 'string' && shape.test(given)) return given
    throw new Refusal(
      'resolution_invalid',
      `"${String(action)}" needs a ${name}: this proposal has none that fits.`,
    )
  }
  switch (action) {
    case 'allocate':
      return {
        action,
        transaction_id: text('transaction_id', uuid),
        amount_minor: text('amount_minor', minor),
      }
    case 'return':
      return { action, amount_minor: text('amount_minor', minor) }
    case 'took_back':
      return { action, line_id: text('line_id', uuid) }
    case 'keep':
    case 'accept_short':
    case 'return_part':
    case 'dismiss':
    case 'charge':
    case 'lift_lien':
      return { action }
    case 'set_cap':
      return { action, amount_minor: text('amount_minor', minor) }
    case 'move_account': {
      const { to } = value
      if (to === 'active' || to === 'draining' || to === 'closed') return { action, to }
      break
    }
  }
  throw new Refusal('resolution_invalid', `"${String(action)}" is not something that can be decided.`)
}
