import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  Outlet,
  redirect,
} from '@tanstack/react-router'
import { FailedPage, UnknownPage } from '../shared/ui/broken-page.tsx'
import { ConfirmPage } from './confirm-page.tsx'
import { readDevelopersSearch } from './developers/developers-search.ts'
import { HomePage } from './home-page.tsx'
import { type PeriodSearch, readPeriodSearch } from './period.tsx'
import { Shell } from './shell.tsx'
import { SignUpPage } from './sign-up-page.tsx'
import { StartPage } from './start-page.tsx'
import { TransactionsPage } from './transactions-page.tsx'
import type { PayLinkFilters } from './use-pay-links.ts'
import { statusesOf } from './use-pay-links.ts'
import type { ListFilters } from './use-transactions.ts'

const root = createRootRoute({ component: Outlet })
const start = createRoute({ getParentRoute: () => root, path: '/', component: StartPage })
const signUp = createRoute({ getParentRoute: () => root, path: '/sign-up', component: SignUpPage })
const confirm = createRoute({ getParentRoute: () => root, path: '/confirm', component: ConfirmPage })

const join = createRoute({
  getParentRoute: () => root,
  path: '/join',
  component: lazyRouteComponent(async () => import('./join-page.tsx'), 'JoinPage'),
})

/** The business and the mode are in the address, so that two tabs never mix them. */
const tenant = createRoute({
  getParentRoute: () => root,
  path: '/$business/$mode',
  beforeLoad: ({ params }) => {
    if (params.mode !== 'test' && params.mode !== 'live')
      throw redirect({ to: '/$business/$mode', params: { ...params, mode: 'test' } })
  },
  component: Shell,
})
const home = createRoute({ getParentRoute: () => tenant, path: '/', component: HomePage })
const transactions = createRoute({
  getParentRoute: () => tenant,
  path: '/transactions',
  validateSearch: (search: Record<string, unknown>): ListFilters => ({
    ...(['buy', 'sell', 'withdrawal'].includes(String(search['type'])) && {
      type: search['type'] as NonNullable<ListFilters['type']>,
    }),
    ...readPeriodSearch(search),
    ...((typeof search['party'] === 'string' || typeof search['party'] === 'number') &&
      String(search['party']).length >= 2 && { party: String(search['party']) }),
    ...(isAmount(search['least']) && { least: String(search['least']) }),
    ...(isAmount(search['most']) && { most: String(search['most']) }),
    ...(typeof search['status'] === 'string' &&
      /^[a-z_]+(,[a-z_]+)*$/.test(search['status']) && { status: search['status'] }),
    ...((typeof search['find'] === 'string' || typeof search['find'] === 'number') && {
      find: String(search['find']),
    }),
    ...(typeof search['open'] === 'string' && { open: search['open'] }),
  }),
  component: TransactionsPage,
})
const payOut = createRoute({
  getParentRoute: () => tenant,
  path: '/pay-out',
  component: lazyRouteComponent(async () => import('./pay-out/pay-out-page.tsx'), 'PayOutPage'),
})
const newPayment = createRoute({
  getParentRoute: () => tenant,
  path: '/pay-out/new',
  validateSearch: (search: Record<string, unknown>): Readonly<{ from?: 'file'; to?: string }> => ({
    ...(search['from'] === 'file' && { from: 'file' as const }),
    ...(typeof search['to'] === 'string' && { to: search['to'] }),
  }),
  component: lazyRouteComponent(async () => import('./pay-out/new-payment-page.tsx'), 'NewPaymentPage'),
})
const paymentOrder = createRoute({
  getParentRoute: () => tenant,
  path: '/pay-out/$order',
  component: lazyRouteComponent(async () => import('./pay-out/order-page.tsx'), 'OrderPage'),
})
const isAmount = (value: unknown) => /^[0-9]{1,30}([.][0-9]{1,2})?$/.test(String(value))
const payLinks = createRoute({
  getParentRoute: () => tenant,
  path: '/pay-links',
  validateSearch: (search: Record<string, unknown>): PayLinkFilters => ({
    ...readPeriodSearch(search),
    ...(isAmount(search['amount']) && { amount: String(search['amount']) }),
    ...(String(search['show']) in statusesOf && {
      show: search['show'] as NonNullable<PayLinkFilters['show']>,
    }),
    ...(typeof search['open'] === 'string' && { open: search['open'] }),
  }),
  component: lazyRouteComponent(async () => import('./pay-links-page.tsx'), 'PayLinksPage'),
})
const balance = createRoute({
  getParentRoute: () => tenant,
  path: '/balance',
  validateSearch: (search: Record<string, unknown>): PeriodSearch => readPeriodSearch(search),
  component: lazyRouteComponent(async () => import('./balance-page.tsx'), 'BalancePage'),
})
const wallets = createRoute({
  getParentRoute: () => tenant,
  path: '/balance/wallets',
  component: lazyRouteComponent(async () => import('./withdraw/wallets-page.tsx'), 'WalletsPage'),
})
const withdraw = createRoute({
  getParentRoute: () => tenant,
  path: '/balance/withdraw',
  validateSearch: (search: Record<string, unknown>): Readonly<{ wallet?: string }> => ({
    ...(typeof search['wallet'] === 'string' && { wallet: search['wallet'] }),
  }),
  component: lazyRouteComponent(async () => import('./withdraw/withdraw-page.tsx'), 'WithdrawPage'),
})
const withdrawal = createRoute({
  getParentRoute: () => tenant,
  path: '/balance/withdrawals/$withdrawal',
  component: lazyRouteComponent(async () => import('./withdraw/withdrawal-page.tsx'), 'WithdrawalPage'),
})
const developers = createRoute({
  getParentRoute: () => tenant,
  path: '/developers',
  validateSearch: readDevelopersSearch,
  component: lazyRouteComponent(async () => import('./developers/developers-page.tsx'), 'DevelopersPage'),
})
const goLive = createRoute({
  getParentRoute: () => tenant,
  path: '/go-live',
  component: lazyRouteComponent(async () => import('./go-live/go-live-page.tsx'), 'GoLivePage'),
})

const settings = createRoute({
  getParentRoute: () => tenant,
  path: '/settings',
  component: lazyRouteComponent(async () => import('./settings/settings-page.tsx'), 'SettingsPage'),
})
const settingsStart = createRoute({
  getParentRoute: () => settings,
  path: '/',
  beforeLoad: ({ params }) => {
    throw redirect({ to: '/$business/$mode/settings/team', params, replace: true })
  },
})
const team = createRoute({
  getParentRoute: () => settings,
  path: '/team',
  component: lazyRouteComponent(async () => import('./settings/team-page.tsx'), 'TeamPage'),
})
const account = createRoute({
  getParentRoute: () => settings,
  path: '/account',
  component: lazyRouteComponent(async () => import('./settings/account-page.tsx'), 'AccountPage'),
})
const business = createRoute({
  getParentRoute: () => settings,
  path: '/business',
  component: lazyRouteComponent(async () => import('./settings/business-page.tsx'), 'BusinessPage'),
})
const look = createRoute({
  getParentRoute: () => settings,
  path: '/pay-page',
  component: lazyRouteComponent(async () => import('./settings/look-page.tsx'), 'LookPage'),
})
const activity = createRoute({
  getParentRoute: () => settings,
  path: '/activity',
  component: lazyRouteComponent(async () => import('./settings/activity-page.tsx'), 'ActivityPage'),
})

export const router = createRouter({
  routeTree: root.addChildren([
    start,
    signUp,
    confirm,
    join,
    tenant.addChildren([
      home,
      transactions,
      payLinks,
      balance,
      wallets,
      withdraw,
      withdrawal,
      payOut,
      newPayment,
      paymentOrder,
      developers,
      goLive,
      settings.addChildren([settingsStart, team, business, look, activity, account]),
    ]),
  ]),
  basepath: '/dashboard',
  defaultPreload: 'intent',
  defaultErrorComponent: FailedPage,
  defaultNotFoundComponent: UnknownPage,
})

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router
  }
}
