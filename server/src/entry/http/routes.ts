import type { FastifyInstance } from 'fastify'
import type { AppDeps } from './app-deps.ts'
import { listMovementsRoute } from './balances/list-movements-route.ts'
import { readBalancesRoute } from './balances/read-balances-route.ts'
import {
  listBalanceDaysRoute,
  readStatementCsvRoute,
  readStatementPdfRoute,
} from './balances/statement-routes.ts'
import { enquireNameRoute } from './banks/enquire-name-route.ts'
import { listBanksRoute } from './banks/list-banks-route.ts'
import {
  cancelBatchRoute,
  confirmBatchRoute,
  exportBatchRowsRoute,
  listBatchesRoute,
  listBatchRowsRoute,
  makeBatchRoute,
  readBatchRoute,
} from './batches/batch-routes.ts'
import { expectBuyRoute } from './buys/expected-buy-route.ts'
import { initiateBuyRoute } from './buys/initiate-buy-route.ts'
import { decideCaseRoute, listCasesRoute, readCaseRoute } from './cases/case-routes.ts'
import { cancelTransactionRoute, decideTransactionRoutes } from './cases/decide-transaction-routes.ts'
import {
  endNumberRoute,
  listNumbersRoute,
  obtainNumberRoute,
  readNumberRoute,
} from './collections/customer-number-routes.ts'
import { readOpenApiRoute, readReferenceRoute } from './docs/reference-page.ts'
import { siteRoutes } from './docs/site-routes.ts'
import { readDrillRoute, startDrillRoute } from './drills/drill-routes.ts'
import { readEventsRoute } from './events/read-events-route.ts'
import { readHealthRoute } from './health/read-health-route.ts'
import { takeHookRoute, takePayoutHookRoute } from './hooks/hook-routes.ts'
import { readKeyRoute } from './keys/read-key-route.ts'
import { readReceiptRoute, readTraceLetterRoute } from './papers/paper-routes.ts'
import { verifyRoutes } from './papers/verify-routes.ts'
import { listPayLinksRoute } from './pay-links/list-pay-links-route.ts'
import { cancelPayLinkRoute, makePayLinkRoute, readPayLinkRoute } from './pay-links/pay-link-routes.ts'
import { payPageRoutes } from './pay-page/pay-page-routes.ts'
import { previewBuyRoute, previewSellRoute, previewWithdrawalRoute } from './previews/preview-routes.ts'
import { readOtcRatesRoute, readUsdcRatesRoute } from './rates/rate-routes.ts'
import { readCertificationRoute } from './sandbox/certification-route.ts'
import {
  moveTestClockRoute,
  payTestAccountRoute,
  readTestClockRoute,
  resetTestBusinessRoute,
  sendTestDepositRoute,
} from './sandbox/sandbox-routes.ts'
import { listScenariosRoute, runScenarioRoute } from './sandbox/scenario-routes.ts'
import { initiateSellRoute } from './sells/initiate-sell-route.ts'
import { exportTransactionsRoute } from './transactions/export-transactions-route.ts'
import { findTransactionsRoute } from './transactions/find-transactions-route.ts'
import { listTransactionsRoute } from './transactions/list-transactions-route.ts'
import { listUnmatchedRoute } from './transactions/list-unmatched-route.ts'
import { readTimelineRoute } from './transactions/read-timeline-route.ts'
import { readTransactionRoute } from './transactions/read-transaction-route.ts'
import { totalTransactionsRoute } from './transactions/total-transactions-route.ts'
import { listTestVendorsRoute, listVendorsRoute } from './vendors/list-vendors-route.ts'
import { listDeliveriesRoute, pingEndpointRoute, resendRoute } from './webhooks/delivery-routes.ts'
import {
  changeEndpointRoute,
  listEndpointsRoute,
  moveEndpointRoutes,
  openEndpointRoute,
  readEndpointRoute,
  rotateSecretRoute,
} from './webhooks/endpoint-routes.ts'
import { initiateWithdrawalRoute } from './withdrawals/initiate-withdrawal-route.ts'

/** Adds the routes of the base URL, in the order of the API reference. */
export function addApiRoutes(app: FastifyInstance, deps: AppDeps): void {
  initiateBuyRoute(app, deps)
  expectBuyRoute(app, deps)
  previewBuyRoute(app, deps)
  makePayLinkRoute(app, deps)
  listPayLinksRoute(app, deps)
  readPayLinkRoute(app, deps)
  cancelPayLinkRoute(app, deps)
  obtainNumberRoute(app, deps)
  listNumbersRoute(app, deps)
  readNumberRoute(app, deps)
  endNumberRoute(app, deps)
  initiateSellRoute(app, deps)
  previewSellRoute(app, deps)
  makeBatchRoute(app, deps)
  listBatchesRoute(app, deps)
  readBatchRoute(app, deps)
  listBatchRowsRoute(app, deps)
  exportBatchRowsRoute(app, deps)
  confirmBatchRoute(app, deps)
  cancelBatchRoute(app, deps)
  initiateWithdrawalRoute(app, deps)
  previewWithdrawalRoute(app, deps)
  listTransactionsRoute(app, deps)
  totalTransactionsRoute(app, deps)
  exportTransactionsRoute(app, deps)
  findTransactionsRoute(app, deps)
  listUnmatchedRoute(app, deps)
  readTransactionRoute(app, deps)
  readTimelineRoute(app, deps)
  cancelTransactionRoute(app, deps)
  decideTransactionRoutes(app, deps)
  listCasesRoute(app, deps)
  readCaseRoute(app, deps)
  decideCaseRoute(app, deps)
  readReceiptRoute(app, deps)
  readTraceLetterRoute(app, deps)
  readBalancesRoute(app, deps)
  listMovementsRoute(app, deps)
  listBalanceDaysRoute(app, deps)
  readStatementCsvRoute(app, deps)
  readStatementPdfRoute(app, deps)
  readEventsRoute(app, deps)
  openEndpointRoute(app, deps)
  listEndpointsRoute(app, deps)
  readEndpointRoute(app, deps)
  changeEndpointRoute(app, deps)
  moveEndpointRoutes(app, deps)
  rotateSecretRoute(app, deps)
  pingEndpointRoute(app, deps)
  listDeliveriesRoute(app, deps)
  resendRoute(app, deps)
  listVendorsRoute(app, deps)
  listTestVendorsRoute(app, deps)
  listBanksRoute(app, deps)
  enquireNameRoute(app, deps)
  readUsdcRatesRoute(app, deps)
  readKeyRoute(app)
  listScenariosRoute(app)
  runScenarioRoute(app, deps)
  payTestAccountRoute(app, deps)
  sendTestDepositRoute(app, deps)
  readTestClockRoute(app, deps)
  moveTestClockRoute(app, deps)
  resetTestBusinessRoute(app, deps)
  readCertificationRoute(app, deps)
  startDrillRoute(app, deps)
  readDrillRoute(app, deps)
  readHealthRoute(app, deps)
  takeHookRoute(app, deps)
  takePayoutHookRoute(app, deps)
  payPageRoutes(app, deps)
  verifyRoutes(app, deps)
  readReferenceRoute(app, deps)
  readOpenApiRoute(app, deps)
  siteRoutes(app, deps)
}

/** Adds the routes of the address for OTC rates. It has the same keys, scopes and limits, and no other routes. */
export function addOtcRoutes(app: FastifyInstance, deps: AppDeps): void {
  readOtcRatesRoute(app, deps)
}
