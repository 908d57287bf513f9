import type { FastifyInstance } from 'fastify'
import type { PeopleDeps } from '../people-deps.ts'
import { exportAuditRoute, listAuditRoute, readDecisionRoute } from './audit-routes.ts'
import { readBanksRoute } from './banks-routes.ts'
import { exportBooksRoute, readBooksDayRoute, readBooksRoute } from './books-routes.ts'
import { listBusinessesRoute, readBusinessRoute } from './business-routes.ts'
import { listCasesRoute, readCaseFileRoute, readCaseRoute } from './case-routes.ts'
import { readChangesRoute } from './changes-routes.ts'
import { previewStatementRoute, readMoneyRoute } from './money-routes.ts'
import { readNowRoute } from './now-routes.ts'
import { listNewestRoute, searchRoute } from './search-routes.ts'
import { listStandingRoute } from './standing-routes.ts'
import { readTeamRoute } from './team-routes.ts'
import { readTransactionRoute } from './transaction-routes.ts'

/** Adds what the console of operators reads. What operators do there are commands. */
export function addConsoleRoutes(app: FastifyInstance, deps: PeopleDeps): void {
  readNowRoute(app, deps)
  listCasesRoute(app, deps)
  readCaseRoute(app, deps)
  readCaseFileRoute(app, deps)
  listStandingRoute(app, deps)
  searchRoute(app, deps)
  listNewestRoute(app, deps)
  readTransactionRoute(app, deps)
  readMoneyRoute(app, deps)
  previewStatementRoute(app, deps)
  listBusinessesRoute(app, deps)
  readBusinessRoute(app, deps)
  readBanksRoute(app, deps)
  readBooksRoute(app, deps)
  readBooksDayRoute(app, deps)
  exportBooksRoute(app, deps)
  listAuditRoute(app, deps)
  exportAuditRoute(app, deps)
  readDecisionRoute(app, deps)
  readTeamRoute(app, deps)
  readChangesRoute(app, deps)
}
