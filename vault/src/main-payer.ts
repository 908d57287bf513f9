import { readFileSync } from 'node:fs'
import { createApprovalServer } from './payer/approval-server.ts'
import { createApprovals } from './payer/approve-transfers.ts'
import { createNodes } from './payer/chains/require-arrived.ts'
import { openPayerJournal } from './payer/journal/payer-journal.ts'
import { createPayer } from './payer/payer.ts'
import { readPayerConfig } from './payer/payer-config.ts'
import { readPayerPolicy } from './payer/payer-policy.ts'
import { createApiRoutes, createReconcilerRoutes, createWorkerRoutes } from './payer/payer-routes.ts'
import { createPaymentWatch, startPaymentWatch } from './payer/payments/watch-payments.ts'
import { createPayoutAccounts, readCredentials } from './payer/payout-accounts.ts'
import { createBalanceProofs } from './shared/balances/prove-balances.ts'
import { createLiftedFreezes } from './shared/decisions/lifted-freezes.ts'
import { createDecisionWatch, startDecisionWatch } from './shared/decisions/watch-decisions.ts'
import { requireLiveCaps, requireLiveRules } from './shared/live-rules.ts'
import { openOperators } from './shared/operators/operators-file.ts'
import { createRequestWatch } from './shared/requests/watch-requests.ts'
import { createLog, openProcess, serve } from './shared/start-process.ts'
import { createVaultMetrics, vaultGauges } from './shared/vault-metrics.ts'

const config = readPayerConfig(process.env)
const metrics = createVaultMetrics()
const log = metrics.counting(createLog('payer'))
const policy = readPayerPolicy(readFileSync(config.policyFile, 'utf8'))
requireLiveRules('PAYER', { ...process.env, DATABASE_URL_PAYER: config.databaseUrl }, policy.accounts)
requireLiveCaps(policy.tokens)
const operators = openOperators(config.operatorsFile, policy.operatorsRoot, Date.now)
const rails = readCredentials(readFileSync(config.credentialsFile, 'utf8'))
const accounts = createPayoutAccounts(policy, rails, Date.now)
const nodes = createNodes(policy.tokens, config.nodeUrls)
const journal = await openPayerJournal(config.journalFile, config.journalKeys, {
  path: config.journalCopy,
  tell: log,
})
const freezes = createLiftedFreezes(operators, journal)
const opened = await openProcess('payer', config)
const watch = createDecisionWatch({ operators, journal, ...opened }, log)
startDecisionWatch(watch, log)
const payments = createPaymentWatch({ operators, journal, ...opened })
const requests = createRequestWatch({ operators, journal, ...opened })
startPaymentWatch(payments, requests, log)
const proveBalances = createBalanceProofs({
  ...opened,
  journal,
  uncausedTestMinor: policy.uncausedTestMinor,
  // Tokens of a sell whose naira our bank called paid came back only if the bank took that back.
  isContradicted: ({ mode, businessId }, { type, reference }) =>
    type === 'sell' &&
    journal
      .ofDebt([businessId, mode, reference, 'payout', 1].join('/'))
      .some(({ known }) => known.said === 'success'),
})
const deps = {
  policy,
  operators,
  freezes,
  watch,
  payments,
  requests,
  proveBalances,
  accounts,
  journal,
  nodes,
  ...opened,
}
const payer = createPayer(deps)
const approvals = createApprovals(deps, log)
if (config.approvals !== undefined) {
  const { host, port } = config.approvals
  const server = createApprovalServer(approvals, log)
  server.listen(port, host, () => log({ msg: 'payer is listening for vendors', host, port }))
}

metrics.watch(vaultGauges({ ...opened, journal }))
serve('payer', config, {
  routes: createWorkerRoutes(payer, deps, log),
  token: config.workerToken,
  limited: [
    { token: config.apiToken, routes: createApiRoutes(payer) },
    { token: config.reconcilerToken, routes: createReconcilerRoutes(payer, { ...deps, approvals }) },
    ...(config.metricsToken
      ? [{ token: config.metricsToken, routes: [[/^GET \/metrics$/, () => metrics.print()] as const] }]
      : []),
  ],
  // Banks can take long to answer.
  requestTimeoutMs: 120_000,
  ...opened,
  journal,
  metrics,
  failure: 'request failed',
  about: { head: journal.head(), operators: operators.current().number, accounts: accounts.size },
  log,
})
