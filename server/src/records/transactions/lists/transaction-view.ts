import { money } from '../../../kernel/money/money.ts'
import type { Tenant } from '../../../kernel/postgres/pool.ts'
import type { VendorAccount } from '../../banks/vendor-account.ts'
import type { BusinessCase } from '../../cases/business/business-case.ts'
import type { Buy, Need } from '../accepting/buy-store.ts'
import type { Sell } from '../accepting/sell-store.ts'
import type { Withdrawal } from '../accepting/withdrawal-store.ts'
import type { Metadata } from '../metadata.ts'
import type { WaitCode } from '../wait-messages.ts'
import { toWallet } from '../wallets/wallet.ts'
import type { WalletStop } from '../wallets/wallet-store.ts'

/** A transaction with all facts that its business may see. */
export type TransactionView =
  | Readonly<{ type: 'buy'; buy: Buy; paidInto: PaidAccount; asks?: BusinessCase }>
  | Readonly<{ type: 'sell'; sell: Sell; asks?: BusinessCase }>
  | Readonly<{ type: 'withdrawal'; withdrawal: Withdrawal }>

/** Our account that a buy names. */
export type PaidAccount = Pick<VendorAccount, 'name' | 'accountNumber' | 'bankName'>

type CommonRow = {
  id: string
  status: string
  reference: string
  amount_minor: string
  created_at: Date
  metadata: Metadata | null
}

/** A row of own_transaction. */
export type TransactionViewRow = CommonRow &
  (
    | {
        type: 'buy'
        fee_minor: string
        paid_minor: string
        vendor_account_id: string
        vendor_name: string
        vendor_number: string
        vendor_bank: string
        bank_code: string | null
        bank_name: string | null
        account_number: string | null
        account_name: string | null
        network: string | null
        wallet_address: string | null
        needs: Need[]
        wait?: WaitCode | null
        owed_minor: string | null
        wallet_stop: WalletStop | null
      }
    | {
        type: 'sell'
        fee_minor: string
        bank_code: string
        bank_name: string
        account_number: string
        account_name: string | null
        network: string | null
        wallet_address: string | null
        deposit_address: string | null
      }
    | { type: 'withdrawal'; network: string; wallet_address: string; wallet_stop: WalletStop | null }
  )

export function toTransactionView(row: TransactionViewRow, { businessId, mode }: Tenant): TransactionView {
  const common = {
    id: row.id,
    businessId,
    mode,
    status: row.status,
    reference: row.reference,
    createdAt: row.created_at,
    metadata: row.metadata,
  }
  if (row.type === 'buy') {
    const { bank_code: bankCode, bank_name: bankName, account_number: accountNumber } = row
    const isNamed = bankCode !== null && bankName !== null && accountNumber !== null
    return {
      type: 'buy',
      buy: {
        ...common,
        amount: money('NGN', BigInt(row.amount_minor)),
        paid: money('NGN', BigInt(row.paid_minor)),
        fee: money('NGN', BigInt(row.fee_minor)),
        vendorAccountId: row.vendor_account_id,
        payer: isNamed ? { bankCode, bankName, accountNumber, accountName: row.account_name } : null,
        wallet: toWallet(row.network, row.wallet_address),
        needs: row.needs,
        wait: row.wait ?? undefined,
        owed: row.owed_minor === null ? undefined : money('NGN', BigInt(row.owed_minor)),
        walletStop: row.wallet_stop ?? undefined,
      },
      paidInto: { name: row.vendor_name, accountNumber: row.vendor_number, bankName: row.vendor_bank },
    }
  }
  const amount = money('NGNC', BigInt(row.amount_minor))
  if (row.type === 'sell') {
    return {
      type: 'sell',
      sell: {
        ...common,
        amount,
        fee: money('NGNC', BigInt(row.fee_minor)),
        payee: {
          bankCode: row.bank_code,
          bankName: row.bank_name,
          accountNumber: row.account_number,
          accountName: row.account_name,
        },
        wallet: toWallet(row.network, row.wallet_address),
        depositAddress: row.deposit_address,
      },
    }
  }
  return {
    type: 'withdrawal',
    withdrawal: {
      ...common,
      amount,
      wallet: { network: row.network, address: row.wallet_address },
      walletStop: row.wallet_stop ?? undefined,
    },
  }
}
