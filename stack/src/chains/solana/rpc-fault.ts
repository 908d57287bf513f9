/** Faults of a Solana node or of a proxy before it. */
const rpcFaults = [
  /** Forwarded, then answered with 504. */
  'landed_then_504',
  /**
   * Never forwarded. A send is answered as if it had been forwarded, as by a node that skips preflight. Other calls lose their connection.
   */
  'dropped',
  /** Forwarded and answered after `delay_ms`. */
  'delayed',
  /** Not forwarded, and answered with an error. */
  'error_500',
  'too_many_requests',
  'html',
  /** Forwarded; half of the answer is returned, and the connection is cut. */
  'half_body',
  /** Forwarded, and never answered. */
  'silence',
  /** Forwarded; the history is returned as empty, as from a node with short retention. */
  'forgets',
] as const

type RpcFault = (typeof rpcFaults)[number]

export type RpcFaultRule = Readonly<{
  fault: RpcFault
  /** Only for these calls, such as `sendTransaction`. */
  method?: string
  /** Number of affected calls; if absent, until the rule is removed. */
  times?: number
  /** From 0 to 1; if absent, every call. */
  probability?: number
  delay_ms?: number
}>

export type RpcFaults = Readonly<{
  add(rule: RpcFaultRule): void
  clear(): void
  list(): readonly (RpcFaultRule & { met: number })[]
  /** Returns the rule that applies to this call, if any, and counts this use of it. */
  meet(methods: readonly string[]): RpcFaultRule | undefined
}>

export function createRpcFaults(draw: () => number = Math.random): RpcFaults {
  const rules: (RpcFaultRule & { met: number })[] = []
  return {
    add: (rule) => void rules.push({ ...rule, met: 0 }),
    clear: () => void rules.splice(0),
    list: () => rules,
    meet: (methods) => {
      const found = rules.find(
        (rule) =>
          (rule.method === undefined || methods.includes(rule.method)) &&
          rule.met < (rule.times ?? Number.POSITIVE_INFINITY) &&
          draw() < (rule.probability ?? 1),
      )
      if (found !== undefined) found.met += 1
      return found
    },
  }
}

export function readRpcFaultRule(value: unknown): RpcFaultRule {
  const rule = value as Partial<RpcFaultRule> | null
  if (typeof rule !== 'object' || rule === null || !rpcFaults.some((fault) => fault === rule.fault))
    throw new Error(`the name of a fault must be one of ${rpcFaults.join(', ')}`)
  for (const key of Object.keys(rule))
    if (!['fault', 'method', 'times', 'probability', 'delay_ms'].includes(key))
      throw new Error(`a fault has no field ${key}`)
  return rule as RpcFaultRule
}
