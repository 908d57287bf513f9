import type { FastifyInstance } from 'fastify'
import type { AppDeps } from './app-deps.ts'
import { initiateBuyRoute } from './buys/initiate-buy-route.ts'
import { readErrorsPageRoute } from './docs/read-errors-page-route.ts'
import { readOpenApiRoute } from './docs/read-openapi-route.ts'
import { readReferenceRoute } from './docs/read-reference-route.ts'
import { readDrillRoute } from './drills/read-drill-route.ts'
import { startDrillRoute } from './drills/start-drill-route.ts'
import { readHealthRoute } from './health/read-health-route.ts'
import { takeHookRoute } from './hooks/take-hook-route.ts'
import { takePayoutHookRoute } from './hooks/take-payout-hook-route.ts'
import { readKeyRoute } from './keys/read-key-route.ts'
import { readOtcRatesRoute } from './rates/read-otc-rates-route.ts'
import { readUsdcRatesRoute } from './rates/read-usdc-rates-route.ts'
import { initiateSellRoute } from './sells/initiate-sell-route.ts'
import { readTimelineRoute } from './transactions/read-timeline-route.ts'
import { readTransactionRoute } from './transactions/read-transaction-route.ts'
import { listTestVendorsRoute, listVendorsRoute } from './vendors/list-vendors-route.ts'
import { initiateWithdrawalRoute } from './withdrawals/initiate-withdrawal-route.ts'

/** What the base URL serves. The order is that of the API reference. */
export function addApiRoutes(app: FastifyInstance, deps: AppDeps): void {
  initiateBuyRoute(app, deps)
  initiateSellRoute(app, deps)
  initiateWithdrawalRoute(app, deps)
  readTransactionRoute(app, deps)
  readTimelineRoute(app, deps)
  listVendorsRoute(app, deps)
  listTestVendorsRoute(app, deps)
  readUsdcRatesRoute(app, deps)
  readKeyRoute(app)
  startDrillRoute(app, deps)
  readDrillRoute(app, deps)
  readHealthRoute(app, deps)
  takeHookRoute(app, deps)
  takePayoutHookRoute(app, deps)
  readReferenceRoute(app, deps)
  readOpenApiRoute(app, deps)
  readErrorsPageRoute(app, deps)
}

/** The address for OTC rates: same keys, scopes and limits, and nothing else lives there. */
export function addOtcRoutes(app: FastifyInstance, deps: AppDeps): void {
  readOtcRatesRoute(app, deps)
}
