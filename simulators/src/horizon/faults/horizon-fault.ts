/** Faults of Horizon. The same names mean the same for a Solana node. */
export const horizonFaults = [
  /** Accepted, and answered with a timeout at once. */
  'landed_then_504',
  /** Never accepted. A submission is answered as if it had been accepted; a read loses its connection. */
  'dropped',
  /** Accepted, or answered, after `delay_ms`. */
  'delayed',
  /** Not accepted, and answered with an error. */
  'error_500',
  'too_many_requests',
  'html',
  /** Accepted; half of the answer is sent, and the connection is cut. */
  'half_body',
  /** Accepted, and never answered. */
  'silence',
  /** History is missing: transactions are not found and lists are empty, as on a Horizon with short retention. */
  'forgets',
  /** Another transaction of the same account uses the sequence first. */
  'sequence_taken',
] as const

export type HorizonFault = (typeof horizonFaults)[number]

export type FaultRule = Readonly<{
  fault: HorizonFault
  /** Applies to submissions or to reads; to both if absent. */
  on?: 'submit' | 'read'
  /** Only for paths with this prefix, such as `/accounts`. */
  path?: string
  times?: number
  /** From 0 to 1. */
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
