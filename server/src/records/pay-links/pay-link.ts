import type { Mode } from '../../kernel/mode.ts'
import type { Money } from '../../kernel/money/money.ts'
import type { Wallet } from '../transactions/wallets/wallet.ts'

/** A page for a payer, and the buy behind it. */
export type PayLink = Readonly<{
  id: string
  businessId: string
  mode: Mode
  transactionId: string
  /** Whoever has it sees the page. */
  token: string
  description: string | null
  returnUrl: string | null
  createdAt: Date
  expiresAt: Date
  /** Of the buy. */
  status: string
  reference: string
  /** What the payer is asked for, to the kobo. */
  amount: Money
  fee: Money
  code: string
  wallet: Wallet | null
  payInto: Readonly<{ name: string; accountNumber: string; bankName: string }>
}>

/** What a link has beside its buy. */
export type NewPayLink = Pick<PayLink, 'id' | 'token' | 'description' | 'returnUrl'>
