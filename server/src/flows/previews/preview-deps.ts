import type { Clock } from '../../kernel/clock/clock.ts'
import type { Pool } from '../../kernel/postgres/pool.ts'
import type { BankStandings } from '../../movements/payouts/bank-standings.ts'
import type { WalletAddressRules } from '../../movements/transfers/wallet-address.ts'
import type { WalletChains } from '../../movements/transfers/wallet-chains.ts'
import type { SellCheckDeps } from '../sells/sell-checks.ts'

/** Whom a preview asks. It writes nothing anywhere. */
export type PreviewDeps = SellCheckDeps &
  Readonly<{
    pool: Pool
    clock: Clock
    bankStandings: BankStandings
    walletChains: WalletChains
    addresses: WalletAddressRules
  }>
