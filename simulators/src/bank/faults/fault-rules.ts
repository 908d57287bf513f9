import type { Draw } from '../draw.ts'
import type { Vendor } from '../vendor.ts'
import { type FaultName, faults } from './catalogue.ts'

/** A fault that is active until it is removed or has occurred `times` times. Without a scope it applies everywhere. */
export type FaultRule = Readonly<{
  id: string
  fault: FaultName
  vendor?: Vendor
  account?: string
  line?: string
  /** The merchant's reference of a payout, which need not exist yet. */
  reference?: string
  /** For payouts and name enquiries: only those about this account number, at any bank. */
  number?: string
  /** For payouts: only those of exactly this amount in kobo. */
  kobo?: string
  /** Probability per occasion; 1 by default. The seed determines each draw. */
  probability?: number
  times?: number
  seconds?: number
  code?: string
}>

export type Occasion = Readonly<{
  vendor: Vendor
  account?: string | undefined
  line?: string | undefined
  reference?: string | undefined
  number?: string | undefined
  kobo?: bigint | undefined
}>

export type Struck = Readonly<{ fault: FaultName; seconds: number; code?: string }>

/** `onSpent` stores the remaining times of a rule. */
export function createFaultRules(draw: Draw, onSpent: (rule: FaultRule) => void) {
  const rules = new Map<string, FaultRule>()
  const struck = new Map<FaultName, number>()
  let asked = 0
  let given = 0

  const strike = (rule: FaultRule, on: Occasion, key: string | number): boolean => {
    const { vendors } = faults[rule.fault]
    if (vendors !== undefined && !vendors.includes(on.vendor)) return false
    if (rule.vendor !== undefined && rule.vendor !== on.vendor) return false
    if (rule.account !== undefined && rule.account !== on.account) return false
    if (rule.line !== undefined && rule.line !== on.line) return false
    if (rule.reference !== undefined && rule.reference !== on.reference) return false
    if (rule.number !== undefined && rule.number !== on.number) return false
    if (rule.kobo !== undefined && rule.kobo !== on.kobo?.toString()) return false
    if (rule.times === 0) return false
    if (draw.fraction('fault', rule.fault, key) >= (rule.probability ?? 1)) return false
    if (rule.times !== undefined) onSpent({ ...rule, times: rule.times - 1 })
    struck.set(rule.fault, (struck.get(rule.fault) ?? 0) + 1)
    return true
  }
  const tell = ({ fault, seconds, code }: FaultRule): Struck => {
    const told = code ?? faults[fault].code
    const usual = { fault, seconds: seconds ?? faults[fault].seconds ?? 0 }
    return told === undefined ? usual : { ...usual, code: told }
  }
  const among = (when: 'payment' | 'payout', on: Occasion, key: string | number): Struck[] =>
    [...rules.values()].filter((rule) => faults[rule.fault].when === when && strike(rule, on, key)).map(tell)

  return {
    nextId: () => `fault_${given + 1}`,
    put: (rule: FaultRule) => {
      rules.set(rule.id, rule)
      given = Math.max(given, Number(rule.id.slice('fault_'.length)))
    },
    remove: (id: string) => {
      rules.delete(id)
    },
    has: (id: string) => rules.has(id),
    list: () => [...rules.values()],
    clear: () => {
      rules.clear()
      struck.clear()
      asked = 0
      given = 0
    },
    /** Returns the faults of a new payment. With the same seed and rules, the payment with this number has the same faults. */
    forPayment: (on: Occasion, seq: number): Struck[] => among('payment', on, seq),
    /** Returns the faults of a payout order. `key` distinguishes repeated orders with one reference. */
    forPayout: (on: Occasion, key: string): Struck[] => among('payout', on, key),
    /** Returns the fault if it occurs now. With a key, the random draw is the same each time; without a key, each call draws again. */
    strikes: (fault: FaultName, on: Occasion, key?: string): Struck | undefined => {
      for (const rule of rules.values()) {
        if (rule.fault !== fault) continue
        asked += 1
        if (strike(rule, on, key ?? asked)) {
          return tell(rule)
        }
      }
      return undefined
    },
    /** How often each fault occurred since the process started or `clear` was called. */
    counts: () => Object.fromEntries(struck),
    /** Tells cheaply whether any rule has this fault. */
    isSet: (fault: FaultName) => [...rules.values()].some((rule) => rule.fault === fault),
  }
}
