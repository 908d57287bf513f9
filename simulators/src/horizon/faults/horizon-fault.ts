/** How Horizon can go wrong, each in one word. The same words mean the same before a node of Solana. */
export const horizonFaults = [
  /** Taken, and answered with a time-out at once. */
  'landed_then_504',
  /** Never taken. A submission is answered as if it had been; a question loses its connection. */
  'dropped',
  /** Taken, or answered, after `delay_ms`. */
  'delayed',
  /** Not taken, and answered so. */
  'error_500',
  'too_many_requests',
  'html',
  /** Taken; half of the answer comes, and the connection is cut. */
  'half_body',
  /** Taken, and never answered. */
  'silence',
  /** History is not there: transactions are not found and lists are empty, as at a Horizon that keeps little. */
  'forgets',
  /** Another transaction of the same account takes the sequence first. */
  'sequence_taken',
] as const

export type HorizonFault = (typeof horizonFaults)[number]

export type FaultRule = Readonly<{
  fault: HorizonFault
  /** What it befalls: what is sent in, what is asked, or without it both. */
  on?: 'submit' | 'read'
  /** Only of paths that begin so, such as `/accounts`. */
  path?: string
  times?: number
  /** Out of 1. */
  probability?: number
  delay_ms?: number
}>

export type HorizonFaults = ReturnType<typeof createHorizonFaults>

export function createHorizonFaults(draw: () => number = Math.random) {
  const rules: (FaultRule & { met: number })[] = []
  return {
    add: (rule: FaultRule): void => void rules.push({ ...rule, met: 0 }),
    clear: (): void => void rules.splice(0),
    list: (): readonly object[] => rules,
    meet: (on: 'submit' | 'read', path: string): FaultRule | undefined => {
      const found = rules.find(
        (rule) =>
          (rule.on ?? on) === on &&
          path.startsWith(rule.path ?? '') &&
          (on === 'submit' ? rule.fault !== 'forgets' : rule.fault !== 'sequence_taken') &&
          rule.met < (rule.times ?? Number.POSITIVE_INFINITY) &&
          draw() < (rule.probability ?? 1),
      )
      if (found !== undefined) found.met += 1
      return found
    },
  }
}
