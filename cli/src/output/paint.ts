const CODES = { red: 31, green: 32, yellow: 33, cyan: 36, dim: 2, bold: 1 } as const

export type Colour = keyof typeof CODES
export type Paint = (text: string, colour: Colour) => string

/** Uses colour only on a terminal, and never if NO_COLOR is set. */
export function createPaint(isTerminal: boolean, env: Readonly<Record<string, string | undefined>>): Paint {
  const isOff = (env['NO_COLOR'] ?? '') !== '' || env['TERM'] === 'dumb'
  const isOn = (env['FORCE_COLOR'] ?? '') !== '' || isTerminal
  if (!isOn || isOff) return (text) => text
  return (text, colour) => `\u001B[${CODES[colour]}m${text}\u001B[0m`
}

const GOOD = new Set(['completed', 'active', 'good', 'delivered', 'matched', 'passed'])
const BAD = new Set([
  'payout_failed',
  'send_failed',
  'refund_failed',
  'expired',
  'cancelled',
  'down',
  'given_up',
])
const WATCH = new Set([
  'on_hold',
  'action_required',
  'part_paid',
  'part_deposited',
  'degraded',
  'slow',
  'paused',
])

/** Returns the colour of a status. */
export function colourOf(status: string): Colour {
  if (GOOD.has(status)) return 'green'
  if (BAD.has(status) || status === 'disabled' || status === 'failed') return 'red'
  return WATCH.has(status) ? 'yellow' : 'cyan'
}
