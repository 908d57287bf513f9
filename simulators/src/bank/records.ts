import type { ClockSetting } from './clock.ts'
import type { FaultRule } from './faults/fault-rules.ts'
import type { Hook } from './hooks/hook.ts'
import type { Account } from './ledger/account.ts'
import type { Line } from './ledger/line.ts'
import type { IssuedNumber, RefusedPayment } from './numbers/number.ts'
import type { Scheduled } from './payments/scheduled.ts'
import type { Beneficiary } from './payouts/beneficiary.ts'
import type { Payout } from './payouts/payout.ts'
import type { Recipient } from './payouts/recipient.ts'
import type { VendorSetting } from './vendor-settings.ts'

/** Every change of the simulator's state. The journal is a list of these, and replaying it restores the state. */
export type BankRecord =
  | Readonly<{ is: 'account'; account: Account }>
  | Readonly<{ is: 'line'; line: Line }>
  | Readonly<{ is: 'number'; number: IssuedNumber }>
  | Readonly<{ is: 'number_closed'; id: string }>
  | Readonly<{ is: 'refused'; payment: RefusedPayment }>
  | Readonly<{ is: 'payout'; payout: Payout }>
  | Readonly<{ is: 'recipient'; recipient: Recipient }>
  | Readonly<{ is: 'beneficiary'; beneficiary: Beneficiary }>
  | Readonly<{ is: 'scheduled'; entry: Scheduled }>
  | Readonly<{ is: 'scheduled_done'; id: string }>
  | Readonly<{ is: 'hook'; hook: Hook }>
  | Readonly<{ is: 'rule'; rule: FaultRule }>
  | Readonly<{ is: 'rule_gone'; id: string }>
  | Readonly<{ is: 'clock'; setting: ClockSetting }>
  | Readonly<{ is: 'vendor'; setting: VendorSetting }>
