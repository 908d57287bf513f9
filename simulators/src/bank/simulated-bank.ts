import { createClock } from './clock.ts'
import { createDraw } from './draw.ts'
import { createFaultRules, type FaultRule } from './faults/fault-rules.ts'
import { createHookStore } from './hooks/hook-store.ts'
import { createJournal } from './journal.ts'
import { createLedger } from './ledger/ledger.ts'
import type { Line } from './ledger/line.ts'
import { createNumberStore } from './numbers/number.ts'
import { createSchedule } from './payments/schedule.ts'
import { createPayoutStore } from './payouts/payout-store.ts'
import type { BankRecord } from './records.ts'
import { type Vendor, vendors } from './vendor.ts'
import { firstSetting, type VendorSetting } from './vendor-settings.ts'

export type BankOptions = Readonly<{
  /** Seed of every random draw. */
  seed?: string
  /** Keeps money, clock, faults and deliveries after the process ends. */
  journalFile?: string
  /** ISO time at which the clock is stopped at the start. Without it, the clock runs with the machine's. */
  stoppedAt?: string
}>

export type SimulatedBank = ReturnType<typeof createSimulatedBank>

/** The state of the bank. It changes only through `commit`, which the journal also replays. */
export function createSimulatedBank(options: BankOptions = {}) {
  const seed = options.seed ?? '1'
  const firstClock = () =>
    options.stoppedAt === undefined
      ? { offsetMs: 0 }
      : { offsetMs: 0, stoppedAtMs: Date.parse(options.stoppedAt) }

  const draw = createDraw(seed)
  const clock = createClock(firstClock())
  const journal = createJournal(options.journalFile)
  const ledger = createLedger()
  const rules = createFaultRules(draw, (rule: FaultRule) => commit({ is: 'rule', rule }))
  const hooks = createHookStore()
  const schedule = createSchedule()
  const payouts = createPayoutStore()
  const numbers = createNumberStore()
  const settings = new Map<Vendor, VendorSetting>()

  const putLine = (line: Line): void => {
    ledger.putLine(line)
    if (line.own !== undefined) numbers.putPaid(line.own.issuedId, line.gross)
  }
  const apply = (record: BankRecord): void => {
    if (record.is === 'account') ledger.putAccount(record.account)
    else if (record.is === 'line') putLine(record.line)
    else if (record.is === 'number') numbers.put(record.number)
    else if (record.is === 'number_closed') numbers.close(record.id)
    else if (record.is === 'refused') numbers.putRefused(record.payment)
    else if (record.is === 'payout') payouts.put(record.payout)
    else if (record.is === 'recipient') payouts.putRecipient(record.recipient)
    else if (record.is === 'beneficiary') payouts.putBeneficiary(record.beneficiary)
    else if (record.is === 'scheduled') schedule.put(record.entry)
    else if (record.is === 'scheduled_done') schedule.done(record.id)
    else if (record.is === 'hook') hooks.put(record.hook)
    else if (record.is === 'rule') rules.put(record.rule)
    else if (record.is === 'rule_gone') rules.remove(record.id)
    else if (record.is === 'clock') clock.set(record.setting)
    else settings.set(record.setting.vendor, record.setting)
  }
  const commit = (record: BankRecord) => {
    apply(record)
    journal.append(record)
  }

  for (const record of journal.read()) apply(record)

  return {
    seed,
    draw,
    clock,
    ledger,
    rules,
    hooks,
    schedule,
    payouts,
    numbers,
    commit,
    flush: () => journal.flush(),
    close: () => journal.close(),
    setting: (vendor: Vendor): VendorSetting => settings.get(vendor) ?? firstSetting(vendor),
    settings: () => vendors.map((vendor) => settings.get(vendor) ?? firstSetting(vendor)),
    /** Resets everything to the first start, including the journal. */
    reset: () => {
      for (const store of [ledger, rules, hooks, schedule, payouts, numbers, settings, journal]) store.clear()
      clock.set(firstClock())
    },
  }
}
