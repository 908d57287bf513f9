import type { BankDesk, FaultRule } from '@afara/stack/simulators/bank-desk.ts'
import type { Random } from '../fuzz/random.ts'
import { shuffle } from './draw-payments.ts'

// High enough to last until the fault is ended. The remaining number shows how often the fault occurred.
const ALWAYS = 1_000_000
const transport = ['timeout', 'reset', '502', 'html', 'half_json', 'huge', 'dribble', '429']

type AnswerFault = Readonly<{
  fault: string
  vendors: readonly string[]
  times: number
  probability?: number
}>

const lists = ['monnify', 'paystack']
const all = ['monnify', 'providus', 'paystack']

/** Every fault of an answer in the simulator's catalogue. */
export const answerFaults: readonly AnswerFault[] = [
  { fault: 'feed_gap', vendors: lists, times: ALWAYS, probability: 0.3 },
  { fault: 'feed_page_repeats', vendors: lists, times: ALWAYS },
  { fault: 'feed_down', vendors: lists, times: ALWAYS },
  { fault: 'hooks_down', vendors: all, times: ALWAYS },
  { fault: 'clock_skew', vendors: all, times: ALWAYS },
  { fault: 'zone_lost', vendors: ['paystack'], times: ALWAYS, probability: 0.3 },
  { fault: 'old_dates', vendors: ['monnify'], times: ALWAYS },
  { fault: 'requery_pending', vendors: lists, times: 15 },
  ...transport.map((kind) => ({ fault: `feed_${kind}`, vendors: lists, times: 1 })),
  ...transport.map((kind) => ({ fault: `requery_${kind}`, vendors: all, times: isSlow(kind) ? 1 : 6 })),
]

function isSlow(kind: string): boolean {
  return ['timeout', 'dribble', '429'].includes(kind)
}

export type AnswerTrouble = Readonly<{
  /** Starts up to `count` of the next faults. Of the faults that spoil the same answers, a vendor has only one at a time. */
  begin(count: number): Promise<void>
  /** Ends the faults that have occurred. The others stay active. */
  settle(): Promise<void>
  endAll(): Promise<void>
  /** Reports whether each active fault has occurred. */
  hasStruck(): Promise<boolean>
  isOver(): boolean
  hits(): ReadonlyMap<string, number>
}>

type Standing = FaultRule & Readonly<{ times: number }>

/** Sets the faults one after another, each until it has occurred. `isEverywhere` sets each fault at all its vendors instead of one. */
export function createAnswerTrouble(desk: BankDesk, random: Random, isEverywhere: boolean): AnswerTrouble {
  const drawn = shuffle(random, answerFaults).flatMap(({ vendors, ...fault }, turn) =>
    (isEverywhere ? vendors : [chooseVendor(fault.fault, vendors, turn)]).map(
      (vendor): Standing => ({ ...fault, vendor }),
    ),
  )
  // Slow faults come first, so that there is time to ask the vendor again.
  const waiting = drawn.toSorted((one, other) => patienceOf(other) - patienceOf(one))
  const standing = new Map<string, Standing>()
  const hits = new Map<string, number>()

  // A vendor that keeps failing is asked more and more rarely, so there must be a good answer between two faults.
  const recoveredAt = new Map<string, number>()
  const next = (requests: Readonly<Record<string, number>>): Standing | undefined => {
    const busy = new Set([...standing.values()].map(placeOf))
    const isFree = (place: string) =>
      !busy.has(place) && (requests[place] ?? Infinity) > (recoveredAt.get(place) ?? -1)
    const at = waiting.findIndex((rule) => isFree(placeOf(rule)))
    return at === -1 ? undefined : waiting.splice(at, 1)[0]
  }

  const end = async (mayEnd: (struck: number) => boolean): Promise<void> => {
    for (const { id, times = 0 } of await desk.rules()) {
      const rule = standing.get(id)
      if (rule === undefined || !mayEnd(rule.times - times)) continue
      await desk.endFault(id)
      standing.delete(id)
      recoveredAt.set(placeOf(rule), (await desk.state()).requests[placeOf(rule)] ?? 0)
      hits.set(rule.fault, (hits.get(rule.fault) ?? 0) + rule.times - times)
    }
  }

  return {
    begin: async (count) => {
      const { requests } = await desk.state()
      for (let turn = 0; turn < count; turn += 1) {
        const rule = next(requests)
        if (rule === undefined) return
        standing.set(await desk.setFault(rule), rule)
      }
    },
    settle: async () => end((struck) => struck > 0),
    endAll: async () => end(() => true),
    hasStruck: async () => (await desk.rules()).every(({ id, times }) => times !== standing.get(id)?.times),
    isOver: () => waiting.length === 0 && standing.size === 0,
    hits: () => hits,
  }
}

/** Two faults silence a vendor for a minute. They are never set at the same vendor. */
function chooseVendor(fault: string, vendors: readonly string[], turn: number): string {
  const chosen: Readonly<Record<string, string>> = { feed_429: 'paystack', requery_429: 'monnify' }
  return chosen[fault] ?? vendors[turn % vendors.length] ?? ''
}

function placeOf({ fault, vendor }: FaultRule): string {
  return `${vendor}_${fault.split('_')[0]}`
}

function patienceOf({ fault }: FaultRule): number {
  if (fault.endsWith('_429')) return 2
  return isSlow(fault.split('_').at(-1) ?? '') ? 1 : 0
}
