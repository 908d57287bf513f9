import { amountStatements } from './amount-statements.ts'
import { batchStatements } from './batch-statements.ts'
import { bodyStatements } from './body-statements.ts'
import { buyFieldStatements } from './buy-field-statements.ts'
import { buyStatements } from './buy-statements.ts'
import { customerNumberStatements } from './customer-number-statements.ts'
import { dailyLimitStatements } from './daily-limit-statements.ts'
import { duplicateSellStatements } from './duplicate-sell-statements.ts'
import { errorStatements } from './error-statements.ts'
import { expectedStatements } from './expected-statements.ts'
import { idempotencyStatements } from './idempotency-statements.ts'
import { keyStatements } from './key-statements.ts'
import { limitStatements } from './limit-statements.ts'
import { modeStatements } from './mode-statements.ts'
import { paidAccountStatements } from './paid-account-statements.ts'
import { raceStatements } from './race-statements.ts'
import { rateStatements, setRateStatements } from './rate-statements.ts'
import { refusedBuyStatements } from './refused-buy-statements.ts'
import { sellStatements } from './sell-statements.ts'
import type { Statement } from './statement.ts'
import { transactionStatements } from './transaction-statements.ts'
import { urlStatements } from './url-statements.ts'
import { vendorStatements } from './vendor-statements.ts'
import { walletStatements } from './wallet-statements.ts'

export const chapters: ReadonlyArray<Readonly<{ name: string; statements: readonly Statement[] }>> = [
  { name: 'buys', statements: buyStatements },
  { name: 'rates that operators set', statements: setRateStatements },
  { name: 'fields of a buy', statements: buyFieldStatements },
  { name: 'amounts', statements: amountStatements },
  { name: 'the account that was paid', statements: paidAccountStatements },
  { name: 'wallets', statements: walletStatements },
  { name: 'refused buys', statements: refusedBuyStatements },
  { name: 'expected buys', statements: expectedStatements },
  { name: 'standing numbers of customers', statements: customerNumberStatements },
  { name: 'sells', statements: sellStatements },
  { name: 'duplicate sells', statements: duplicateSellStatements },
  { name: 'batches of payouts', statements: batchStatements },
  { name: 'reading a transaction', statements: transactionStatements },
  { name: 'daily limits', statements: dailyLimitStatements },
  { name: 'vendors', statements: vendorStatements },
  { name: 'rates', statements: rateStatements },
  { name: 'keys', statements: keyStatements },
  { name: 'modes', statements: modeStatements },
  { name: 'URLs and the order of answers', statements: urlStatements },
  { name: 'bodies', statements: bodyStatements },
  { name: 'errors', statements: errorStatements },
  { name: 'repeated requests', statements: idempotencyStatements },
  { name: 'simultaneous requests', statements: raceStatements },
  { name: 'limits', statements: limitStatements },
]
