/**
 * Behaviour of a receiver. `flaky` fails the first time it sees each event. `broken` replies 500 and `resetting` resets until they heal.
 * `endless` replies 200 with a body that never ends. `hung`, `dripping`, `huge` and `garbage` never accept an event.
 */
export const receiverKinds = [
  'healthy',
  'flaky',
  'broken',
  'resetting',
  'hung',
  'dripping',
  'huge',
  'garbage',
  'endless',
] as const
export type ReceiverKind = (typeof receiverKinds)[number]

const HOSTILE = ['dripping', 'huge', 'garbage', 'endless'] as const

/** Returns the kind of a receiver. Of a hundred in a row, 30 fail for a while, 5 hang and 1 is hostile, each time in another way. */
export function kindOf(index: number): ReceiverKind {
  const place = (index * 37) % 100
  if (place < 12) return 'flaky'
  if (place < 21) return 'broken'
  if (place < 30) return 'resetting'
  if (place < 35) return 'hung'
  if (place === 35) return HOSTILE[Math.floor(index / 100) % HOSTILE.length] ?? 'garbage'
  return 'healthy'
}

/** Reports whether the receiver accepts everything in the end. */
export function isCurable(kind: ReceiverKind): boolean {
  return !['hung', 'dripping', 'huge', 'garbage'].includes(kind)
}
