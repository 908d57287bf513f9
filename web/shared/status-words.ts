import type { Tone } from './ui/pill.tsx'

/** Green is done, blue is moving, amber needs someone, red failed, grey ended. */
const tones: Readonly<Record<string, Tone>> = {
  completed: 'good',
  part_paid: 'warn',
  part_deposited: 'warn',
  action_required: 'warn',
  on_hold: 'warn',
  recalled: 'warn',
  send_failed: 'bad',
  refund_failed: 'bad',
  payout_failed: 'bad',
  expired: 'ended',
  cancelled: 'ended',
  refunded: 'ended',
  returned: 'ended',
}

export function toneOf(status: string): Tone {
  return tones[status] ?? 'info'
}

/** The public status in words: action_required is "Action required". */
export function wordsOf(status: string): string {
  const words = status.replaceAll('_', ' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}
