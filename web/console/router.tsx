import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  Outlet,
  redirect,
} from '@tanstack/react-router'
import { FailedPage, UnknownPage } from '../shared/ui/broken-page.tsx'
import { readAuditFilters } from './audit/audit-filters.ts'
import { readBusinessFilters } from './businesses/use-business.ts'
import { readCaseFilters } from './cases/case-filters.ts'
import { NowPage } from './now/now-page.tsx'
import { Shell } from './shell.tsx'

const root = createRootRoute({ component: Outlet })
const start = createRoute({
  getParentRoute: () => root,
  path: '/',
  beforeLoad: () => {
    throw redirect({ to: '/$mode', params: { mode: 'live' }, replace: true })
  },
})
/** The mode is in the address, so that two windows never mix test and live. */
const console = createRoute({
  getParentRoute: () => root,
  path: '/$mode',
  beforeLoad: ({ params }) => {
    if (params.mode !== 'test' && params.mode !== 'live')
      throw redirect({ to: '/$mode', params: { mode: 'live' }, replace: true })
  },
  component: Shell,
})
const cases = createRoute({
  getParentRoute: () => console,
  path: '/cases',
  validateSearch: readCaseFilters,
  component: lazyRouteComponent(async () => import('./cases/cases-page.tsx'), 'CasesPage'),
})
const oneCase = createRoute({
  getParentRoute: () => console,
  path: '/cases/$case',
  component: lazyRouteComponent(async () => import('./case/case-page.tsx'), 'CasePage'),
})
const transactions = createRoute({
  getParentRoute: () => console,
  path: '/transactions',
  component: lazyRouteComponent(
    async () => import('./transaction/transactions-page.tsx'),
    'TransactionsPage',
  ),
})
const oneTransaction = createRoute({
  getParentRoute: () => console,
  path: '/transactions/$transaction',
  component: lazyRouteComponent(async () => import('./transaction/transaction-page.tsx'), 'TransactionPage'),
})
const record = createRoute({
  getParentRoute: () => console,
  path: '/records/$record',
  component: lazyRouteComponent(async () => import('./transaction/record-page.tsx'), 'RecordPage'),
})
const money = createRoute({
  getParentRoute: () => console,
  path: '/money',
  validateSearch: (search: Record<string, unknown>): Readonly<{ do?: 'import' | 'move' }> => ({
    ...((search['do'] === 'import' || search['do'] === 'move') && { do: search['do'] }),
  }),
  component: lazyRouteComponent(async () => import('./money/money-page.tsx'), 'MoneyPage'),
})
const businesses = createRoute({
  getParentRoute: () => console,
  path: '/businesses',
  validateSearch: readBusinessFilters,
  component: lazyRouteComponent(async () => import('./businesses/businesses-page.tsx'), 'BusinessesPage'),
})
const oneBusiness = createRoute({
  getParentRoute: () => console,
  path: '/businesses/$business',
  component: lazyRouteComponent(async () => import('./businesses/business-page.tsx'), 'BusinessPage'),
})
const banks = createRoute({
  getParentRoute: () => console,
  path: '/banks',
  component: lazyRouteComponent(async () => import('./banks/banks-page.tsx'), 'BanksPage'),
})
const books = createRoute({
  getParentRoute: () => console,
  path: '/books',
  validateSearch: (search: Record<string, unknown>): Readonly<{ do?: 'export' | 'sign'; day?: string }> => ({
    ...((search['do'] === 'export' || search['do'] === 'sign') && { do: search['do'] }),
    ...(/^[0-9]{4}-[0-9]{2}-[0-9]{2}$/.test(String(search['day'])) && { day: String(search['day']) }),
  }),
  component: lazyRouteComponent(async () => import('./books/books-page.tsx'), 'BooksPage'),
})
const booksDay = createRoute({
  getParentRoute: () => console,
  path: '/books/$day',
  component: lazyRouteComponent(async () => import('./books/day-page.tsx'), 'DayPage'),
})
const audit = createRoute({
  getParentRoute: () => console,
  path: '/audit',
  validateSearch: readAuditFilters,
  component: lazyRouteComponent(async () => import('./audit/audit-page.tsx'), 'AuditPage'),
})
const team = createRoute({
  getParentRoute: () => console,
  path: '/team',
  component: lazyRouteComponent(async () => import('./team/team-page.tsx'), 'TeamPage'),
})
const now = createRoute({ getParentRoute: () => console, path: '/', component: NowPage })

export const router = createRouter({
  routeTree: root.addChildren([
    start,
    console.addChildren([
      now,
      cases,
      oneCase,
      transactions,
      oneTransaction,
      record,
      money,
      businesses,
      oneBusiness,
      banks,
      books,
      booksDay,
      audit,
      team,
    ]),
  ]),
  defaultPreload: 'intent',
  defaultErrorComponent: FailedPage,
  defaultNotFoundComponent: UnknownPage,
})

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router
  }
}
