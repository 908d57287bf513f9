import { type Account, isForPayouts } from './account.ts'
import { isCredit, type Line } from './line.ts'

export type Ledger = ReturnType<typeof createLedger>

/** Accounts and their lines in memory, in booking order. Lines are never removed. */
export function createLedger() {
  const accounts = new Map<string, Account>()
  const numbers = new Map<string, string>()
  const lines: Line[] = []
  const byId = new Map<string, Line>()
  const byAccount = new Map<string, Line[]>()
  const byReference = new Map<string, Line[]>()
  const byShownSession = new Map<string, Line[]>()
  const undone = new Map<string, Line>()
  const sessions = new Set<string>()
  const feeds = new Map<string, Line[]>()

  const account = (number: string) => accounts.get(number)
  const linesOf = (number: string) => byAccount.get(number) ?? []

  const putLine = (line: Line) => {
    lines.push(line)
    byId.set(line.id, line)
    append(byAccount, line.account, line)
    append(byReference, line.reference, line)
    sessions.add(line.sessionId)
    if (line.shownSessionId !== null) append(byShownSession, line.shownSessionId, line)
    if (line.of !== undefined && (line.mark === 'reversal' || line.mark === 'recall'))
      undone.set(line.of, line)
    // A transaction is one row in a vendor's list, whatever its number of payers. Debits are not listed.
    const { payouts, vendor = '' } = accounts.get(line.account) ?? {}
    if (payouts === undefined && isCredit(line) && byReference.get(line.reference)?.[0] === line) {
      // The list of one account omits what was paid to numbers of their own.
      if (line.own === undefined) append(feeds, line.account, line)
      append(feeds, vendor, line)
    }
  }

  return {
    putAccount: (value: Account) => {
      accounts.set(value.number, value)
      numbers.set(value.reference, value.number)
    },
    putLine,
    account,
    /** Accounts that receive payments. */
    accounts: () => [...accounts.values()].filter(({ payouts }) => payouts === undefined),
    /** Accounts from which we pay out. */
    payoutAccounts: () => [...accounts.values()].filter(isForPayouts),
    /** `by` is Monnify's account reference. */
    accountByReference: (by: string) => accounts.get(numbers.get(by) ?? ''),
    lines: () => lines,
    line: (id: string) => byId.get(id),
    linesOf,
    /** All lines of one vendor transaction. */
    transaction: (reference: string) => byReference.get(reference) ?? [],
    byShownSession: (sessionId: string) => byShownSession.get(sessionId) ?? [],
    /** Returns the first line of every transaction of an account, or of all accounts of a vendor, oldest first. */
    feed: (of: string) => feeds.get(of) ?? [],
    undoneBy: (id: string) => undone.get(id),
    hasSession: (sessionId: string) => sessions.has(sessionId),
    balance: (number: string) => linesOf(number).at(-1)?.balanceAfter ?? account(number)?.opening ?? 0n,
    nextSeq: () => lines.length + 1,
    clear: () => {
      lines.length = 0
      for (const index of [accounts, numbers, byId, byAccount, byReference, byShownSession, undone, feeds]) {
        index.clear()
      }
      sessions.clear()
    },
  }
}

function append<Key>(index: Map<Key, Line[]>, key: Key, line: Line): void {
  const list = index.get(key)
  if (list === undefined) index.set(key, [line])
  else list.push(line)
}
