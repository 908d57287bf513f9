/** How a node of Solana, or what stands before it, can go wrong; each in one word. */
const rpcFaults = [
  /** Passed on, then answered 504. */
  'landed_then_504',
  /** Never passed on. A send is answered as if it had been, as nodes do that skip preflight; anything else loses its connection. */
  'dropped',
  /** Passed on, and answered, after `delay_ms`. */
  'delayed',
  /** Not passed on, and answered so. */
  'error_500',
  'too_many_requests',
  'html',
  /** Passed on; half of the answer comes back, and the connection is cut. */
  'half_body',
  /** Passed on, and never answered. */
  'silence',
  /** Passed on; what is in the node's history comes back as if it had never been, as from a node that keeps little. */
  'forgets',
] as const

type RpcFault = (typeof rpcFaults)[number]

export type RpcFaultRule = Readonly<{
  fault: RpcFault
  /** Of these calls only, such as `sendTransaction`. */
  method?: string
  /** How many calls it befalls; without it, until it is taken away. */
  times?: number
  /** Out of 1; without it, each call. */
  probability?: number
  delay_ms?: number
}>

export type RpcFaults = Readonly<{
  add(rule: RpcFaultRule): void
  clear(): void
  list(): readonly (RpcFaultRule & { met: number })[]
  /** The rule that this call meets, if any; it is counted. */
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
    throw new Error(`a fault must be one of ${rpcFaults.join(', ')}`)
  for (const key of Object.keys(rule))
    if (!['fault', 'method', 'times', 'probability', 'delay_ms'].includes(key))
      throw new Error(`a fault has no field ${key}`)
  return rule as RpcFaultRule
}
