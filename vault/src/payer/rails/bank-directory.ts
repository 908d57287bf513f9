import type { BankRail, VendorBank } from './bank-rail.ts'

export type BankDirectory = Readonly<{
  /**
   * Returns the vendor's code of a bank, which is named by its NIP code or, if it has none, by its slug. Undefined if the vendor does not
   * know the bank.
   */
  codeOf(bank: string, signal: AbortSignal): Promise<string | undefined>
  /** Returns our own key of a bank, by the vendor's code; the vendor's code itself if we have no key. */
  keyOf(code: string, signal: AbortSignal): Promise<string>
}>

type Known = Readonly<{ codes: ReadonlyMap<string, string>; keys: ReadonlyMap<string, string>; at: number }>

const LIST_TTL_MS = 24 * 3_600_000
// The list is read again this soon for an unknown bank: new banks work without a restart, and a wrong code causes few requests.
const UNKNOWN_BANK_RETRY_AFTER_MS = 10 * 60_000

/** A vendor's list of banks, read once a day. If it cannot be read, the old list is used. */
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
