import type { Pool } from 'pg'
import type { createBalanceProofs } from '../shared/balances/prove-balances.ts'
import type { LiftedFreezes } from '../shared/decisions/lifted-freezes.ts'
import type { DecisionWatch } from '../shared/decisions/watch-decisions.ts'
import type { Operators } from '../shared/operators/operators-file.ts'
import type { RequestWatch } from '../shared/requests/watch-requests.ts'
import type { SoleProcess } from '../shared/sole-process.ts'
import type { Nodes } from './chains/require-arrived.ts'
import type { PayerJournal } from './journal/payer-journal.ts'
import type { PayerPolicy } from './payer-policy.ts'
import type { PaymentWatch } from './payments/watch-payments.ts'
import type { PayoutAccounts } from './payout-accounts.ts'

export type PayerDeps = Readonly<{
  policy: PayerPolicy
  operators: Operators
  freezes: LiftedFreezes
  watch: DecisionWatch
  payments: PaymentWatch
  requests: RequestWatch
  proveBalances: ReturnType<typeof createBalanceProofs>
  accounts: PayoutAccounts
  journal: PayerJournal
  pool: Pool
  nodes: Nodes
  alone: Pick<SoleProcess, 'confirm'>
  isKilled(): boolean
  nowMs(): number
}>
