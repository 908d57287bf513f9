import { createDecisionsRoute } from '../shared/decisions/watch-decisions.ts'
import { type Log, type Route, readPage } from '../shared/vault-server.ts'
import type { Approvals } from './approve-transfers.ts'
import type { Payer } from './payer.ts'
import type { PayerDeps } from './payer-deps.ts'
import {
  readEnquiry,
  readHook,
  readOrders,
  readPayoutIds,
  writeAnswers,
  writeEnquiry,
  writeLines,
  writeReadings,
  writeRefusedApproval,
} from './payer-wire.ts'

/** Routes for the api: account names and the verification of notifications. */
export function createApiRoutes(payer: Payer): Route[] {
  return [
    [
      /^POST \/v1\/enquire$/,
      async ({ readBody }) => {
        const { mode, ...account } = readEnquiry(await readBody())
        return writeEnquiry(await payer.enquire(mode, account))
      },
    ],
    [
      /^POST \/v1\/hooks$/,
      async ({ readBody }) => {
        const { mode, vendor, headers, body } = readHook(await readBody())
        const references = payer.readHook(mode, vendor, headers, body)
        return references === undefined ? { outcome: 'refused' } : { outcome: 'verified', references }
      },
    ],
  ]
}

/** Routes for the reconciler: what this process sees. They order nothing. */
export function createReconcilerRoutes(
  payer: Payer,
  {
    journal,
    watch,
    approvals,
  }: Pick<PayerDeps, 'journal' | 'watch'> & Readonly<{ approvals: Pick<Approvals, 'refused'> }>,
): Route[] {
  return [
    createDecisionsRoute(watch, journal),
    [
      // Transfers that a vendor was about to make and that we did not send. The reconciler opens a case for each account.
      /^GET \/v1\/approvals$/,
      () => ({ refused: approvals.refused().map(writeRefusedApproval) }),
    ],
    [
      /^GET \/v1\/accounts\/([0-9a-f-]{36})\/balance$/,
      async ({ parts: [account = ''] }) => {
        const { availableMinor, at } = await payer.balance(account)
        return { available_minor: String(availableMinor), at: at.toISOString() }
      },
    ],
  ]
}

/** Routes for the worker only: payments and their outcomes. */
export function createWorkerRoutes(
  payer: Payer,
  { journal, isKilled }: Pick<PayerDeps, 'journal' | 'isKilled'>,
  log: Log,
): Route[] {
  return [
    [
      /^POST \/v1\/send$/,
      async ({ readBody }) => {
        const { orders, patienceMs } = readOrders(await readBody())
        const answers = await payer.send(orders, patienceMs)
        for (const one of answers) if (one.outcome === 'refused') log({ msg: 'refused', ...one })
        return { ...writeAnswers(answers), durable: journal.durable() }
      },
    ],
    [
      /^POST \/v1\/requery$/,
      async ({ readBody }) => {
        const { ids, patienceMs } = readPayoutIds(await readBody())
        return writeReadings(await payer.requery(ids, patienceMs))
      },
    ],
    [
      /^GET \/v1\/journal$/,
      ({ url }) => {
        const records = readPage(url, journal)
        return { killed: isKilled(), head: journal.head(), records }
      },
    ],
    [
      /^GET \/v1\/accounts\/([0-9a-f-]{36})\/lines$/,
      async ({ url, parts: [account = ''] }) =>
        writeLines(await payer.lines(account, url.searchParams.get('cursor'))),
    ],
  ]
}
