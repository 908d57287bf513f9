import { readFileSync } from 'node:fs'
import { createBalanceProofs } from './shared/balances/prove-balances.ts'
import { createLiftedFreezes } from './shared/decisions/lifted-freezes.ts'
import {
  createDecisionsRoute,
  createDecisionWatch,
  startDecisionWatch,
} from './shared/decisions/watch-decisions.ts'
import { requireLiveCaps, requireLiveRules } from './shared/live-rules.ts'
import { openOperators } from './shared/operators/operators-file.ts'
import { createRequestWatch } from './shared/requests/watch-requests.ts'
import { createLog, openProcess, serve } from './shared/start-process.ts'
import { createVaultMetrics, vaultGauges } from './shared/vault-metrics.ts'
import { readBanks } from './signer/banks/ask-banks.ts'
import { openJournal } from './signer/journal/journal.ts'
import { readWalletKeys } from './signer/keys/read-keys.ts'
import { readPolicy } from './signer/policy.ts'
import { readSignerConfig } from './signer/signer-config.ts'
import { createSignerReadRoutes, createSignerRoutes } from './signer/signer-routes.ts'
import { createWithdrawalWatch, startWithdrawalWatch } from './signer/withdrawals/watch-withdrawals.ts'

const config = readSignerConfig(process.env)
const metrics = createVaultMetrics()
const log = metrics.counting(createLog('signer'))
const policy = readPolicy(readFileSync(config.policyFile, 'utf8'))
requireLiveRules('SIGNER', { ...process.env, DATABASE_URL_SIGNER: config.databaseUrl }, [
  ...policy.lanes,
  ...policy.sweepers,
])
requireLiveCaps(policy.lanes)
const asksBanks = policy.lanes.some(({ askAbove }) => askAbove !== undefined)
if (asksBanks && config.banksFile === undefined)
  throw new Error(
    'the policy requires that the bank confirms credits: set SIGNER_BANKS_FILE (see docs/operate/settings.md)',
  )
const askBanks = readBanks(config.banksFile ? readFileSync(config.banksFile, 'utf8') : '{"accounts": []}')
const operators = openOperators(config.operatorsFile, policy.operatorsRoot, Date.now)
const keys = await readWalletKeys(readFileSync(config.keyFile, 'utf8'), policy, {
  pkcs11: config.pkcs11,
  reopened: (why) => log({ msg: 'the PKCS #11 module was opened again', why }),
})
const journal = await openJournal(config.journalFile, { path: config.journalCopy, tell: log })
const freezes = createLiftedFreezes(operators, journal)
const opened = await openProcess('signer', config)
const watch = createDecisionWatch({ operators, journal, ...opened }, log)
startDecisionWatch(watch, log)
const withdrawals = createWithdrawalWatch({ operators, journal, ...opened })
const requests = createRequestWatch({ operators, journal, ...opened })
startWithdrawalWatch(withdrawals, requests, log)
const proveBalances = createBalanceProofs({
  ...opened,
  journal,
  uncausedTestMinor: policy.uncausedTestMinor,
  // Tokens of a withdrawal that we signed came back only if operators decided so.
  isContradicted: ({ mode, businessId }, { type, reference, is_decided }) =>
    type === 'withdrawal' &&
    !is_decided &&
    journal.ofRight([businessId, mode, reference, 'withdrawal', 1].join('/')).length > 0,
})

metrics.watch(vaultGauges({ ...opened, journal }))
serve('signer', config, {
  routes: createSignerRoutes(
    {
      policy,
      operators,
      freezes,
      watch,
      withdrawals,
      requests,
      proveBalances,
      askBanks,
      keys,
      journal,
      ...opened,
    },
    log,
  ),
  token: config.token,
  limited: [
    { token: config.peopleToken, routes: createSignerReadRoutes({ journal, ...opened }) },
    { token: config.reconcilerToken, routes: [createDecisionsRoute(watch, journal)] },
    ...(config.metricsToken
      ? [{ token: config.metricsToken, routes: [[/^GET \/metrics$/, () => metrics.print()] as const] }]
      : []),
  ],
  requestTimeoutMs: 30_000,
  ...opened,
  journal,
  metrics,
  failure: 'request failed; nothing was signed',
  about: {
    head: journal.head(),
    operators: operators.current().number,
    lanes: policy.lanes.length,
    sweepers: policy.sweepers.length,
  },
  log,
})
