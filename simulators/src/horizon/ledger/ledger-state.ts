/** The trust line of an account for an asset of another issuer. */
type Line = {
  balance: bigint
  limit: bigint
  authorized: boolean
  /** The trust line is not authorised, but its offers may remain. */
  maintains: boolean
  /** Whether the issuer may claw back from it. */
  clawback: boolean
  changedIn: number
}

export type Account = {
  id: string
  sequence: bigint
  sequenceLedger: number
  sequenceTime: number
  lumens: bigint
  /** By `CODE:ISSUER`. */
  lines: Map<string, Line>
  /** By name, in base64. */
  data: Map<string, string>
  /** Whether trust lines of its assets need its authorisation. */
  authRequired: boolean
  /**
   * `authRevocable`: whether the issuer may revoke authorisations. `authClawback`: whether it may claw back from trust lines that are
   * opened later.
   */
  authRevocable: boolean
  authClawback: boolean
  changedIn: number
}

type Claimable = Readonly<{
  id: string
  asset: string
  amount: bigint
  sponsor: string
  claimants: readonly string[]
  createdIn: number
}>

/** The state on which the next ledger is based. */
export type LedgerState = {
  accounts: Map<string, Account>
  claimables: Map<string, Claimable>
  /** Price of the first asset in the second, as `n / d`, by `first>second`. */
  prices: Map<string, Readonly<{ n: bigint; d: bigint }>>
}

export function createLedgerState(): LedgerState {
  return { accounts: new Map(), claimables: new Map(), prices: new Map() }
}

export function newAccount(id: string, sequence: bigint, lumens: bigint, ledger: number): Account {
  return {
    id,
    sequence,
    sequenceLedger: ledger,
    sequenceTime: 0,
    lumens,
    lines: new Map(),
    data: new Map(),
    authRequired: false,
    authRevocable: false,
    authClawback: false,
    changedIn: ledger,
  }
}

/** Changes that are committed together or dropped. */
export type Draft = LedgerState & Readonly<{ commit(): void; account(id: string): Account | undefined }>

export function createDraft(state: LedgerState): Draft {
  const changed = new Map<string, Account>()
  const claimables = new Map(state.claimables)
  return {
    accounts: changed,
    claimables,
    prices: state.prices,
    account: (id) => {
      const known = changed.get(id)
      if (known !== undefined) return known
      const copied = copyAccount(state.accounts.get(id))
      if (copied !== undefined) changed.set(id, copied)
      return copied
    },
    commit: () => {
      for (const [id, account] of changed) state.accounts.set(id, account)
      state.claimables = claimables
    },
  }
}

function copyAccount(account: Account | undefined): Account | undefined {
  return (
    account && {
      ...account,
      data: new Map(account.data),
      lines: new Map([...account.lines].map(([asset, line]) => [asset, { ...line }])),
    }
  )
}
