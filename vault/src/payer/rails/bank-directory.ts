import type { BankRail, VendorBank } from './bank-rail.ts'

export type BankDirectory = Readonly<{
  /** The vendor's code of a bank that we know by its NIP code, or by its slug where it has none. Undefined: not known there. */
  codeOf(bank: string, signal: AbortSignal): Promise<string | undefined>
  /** Our own key of a bank that the vendor calls this; the vendor's code where we have none. */
  keyOf(code: string, signal: AbortSignal): Promise<string>
}>

type Known = Readonly<{ codes: ReadonlyMap<string, string>; keys: ReadonlyMap<string, string>; at: number }>

const LIST_TTL_MS = 24 * 3_600_000
// A bank that is new to the vendor is found without a restart, and a wrong code does not make us ask all day.
const UNKNOWN_BANK_RETRY_AFTER_MS = 10 * 60_000

/** A vendor's list of banks, read once a day. An old one is better than none. */
export function createBankDirectory(rail: Pick<BankRail, 'banks'>, nowMs: () => number): BankDirectory {
  let known: Known | undefined
  let reading: Promise<Known> | undefined

  const readAgain = async (signal: AbortSignal): Promise<Known> => {
    reading ??= rail
      .banks(signal)
      .then((banks) => index(banks, nowMs()))
      .finally(() => {
        reading = undefined
      })
    known = await reading
    return known
  }
  const current = async (signal: AbortSignal, maxAgeMs: number): Promise<Known> => {
    if (known !== undefined && known.at > nowMs() - maxAgeMs) return known
    const old = known
    return old === undefined ? readAgain(signal) : readAgain(signal).catch(() => old)
  }

  return {
    codeOf: async (bank, signal) => {
      const found = (await current(signal, LIST_TTL_MS)).codes.get(bank)
      return found ?? (await current(signal, UNKNOWN_BANK_RETRY_AFTER_MS)).codes.get(bank)
    },
    keyOf: async (code, signal) => (await current(signal, LIST_TTL_MS)).keys.get(code) ?? code,
  }
}

function index(banks: readonly VendorBank[], at: number): Known {
  const codes = new Map<string, string>()
  const keys = new Map<string, string>()
  for (const { code, nipCode, slug } of banks) {
    for (const name of [nipCode, slug]) {
      if (name === null) continue
      codes.set(name, code)
      if (!keys.has(code)) keys.set(code, name)
    }
  }
  return { codes, keys, at }
}
