import type { MoneyBug } from './money-bug.ts'

const WATCH = 'server/src/flows/deposits/watch-deposits.test.ts'

/** Bugs in recording incoming naira and tokens, and in accepting them for transactions. */
export const moneyInBugs: readonly MoneyBug[] = [
  {
    name: 'a sell accepts tokens without counting those that it already holds',
    file: 'server/sql/functions/deposits/recording.sql',
    find: 't.amount_minor - coalesce(h.amount_minor::numeric, 0)',
    replace: 't.amount_minor',
    watcher: WATCH,
    test: 'a sell that holds a part takes only what it lacks of the next transfer',
  },
  {
    name: 'deposits are read from blocks that are not final',
    file: 'server/src/rails/chains/evm/evm-deposits.ts',
    find: "[['eth_chainId'], ['eth_getBlockByNumber', 'finalized', false]]",
    replace: "[['eth_chainId'], ['eth_getBlockByNumber', 'latest', false]]",
    watcher: 'server/src/flows/deposits/what-nodes-say.test.ts',
  },
  {
    name: 'tokens at another address are credited to a sell',
    file: 'server/src/flows/deposits/read-own-logs.ts',
    find: 'return sell !== undefined && saltOfAddress(chain.addressOf, sell, address) !== undefined',
    replace: 'return sell !== undefined && chain !== undefined && address !== undefined',
    watcher: WATCH,
    test: 'an address that is not the sell’s own brings nothing',
  },
  {
    name: 'a repeated request may name another wallet',
    file: 'server/src/flows/buys/accept-buy.ts',
    find: '    wallet?.address ?? null,\n  ])',
    replace: '  ])',
    watcher: 'server/src/flows/accept/asking-again.test.ts',
    test: 'a buy that comes again under its reference with',
  },
  {
    name: 'the fee can be one kobo too high',
    file: 'server/src/records/fees/fee.ts',
    find: 'BPS_OF_ONE - 1n) / BPS_OF_ONE',
    replace: 'BPS_OF_ONE) / BPS_OF_ONE',
    watcher: 'server/src/records/fees/fee.test.ts',
  },
  {
    name: 'the daily limit uses days in UTC',
    file: 'server/sql/functions/businesses/limits.sql',
    find: "v_day date := (p_at at time zone 'Africa/Lagos')::date",
    replace: "v_day date := (p_at at time zone 'UTC')::date",
    watcher: 'server/src/records/transactions/accepting/sell-store.test.ts',
    test: 'the daily limit starts again at midnight in Lagos',
  },
  {
    name: 'a credit under a lien is taken from its buy while the tokens are being sent',
    file: 'server/sql/functions/bank-lines/taking-back.sql',
    find: '(live_transfer(t.id) is not null or not exists (',
    replace: '(not exists (',
    watcher: 'server/src/flows/buys/recalled-buy.test.ts',
    test: 'a buy whose transfer is open keeps its credit under a lien',
  },
  {
    name: 'a bank’s notification is accepted with a wrong signature',
    file: 'server/src/rails/banks/hooks.ts',
    find: 'given.length === expected.length && timingSafeEqual(given, expected)',
    replace: 'given.length === expected.length',
    watcher: 'server/src/rails/banks/hooks.test.ts',
  },
  {
    name: 'the SDK accepts a webhook with an old signature',
    file: 'sdk/src/webhooks/verify-webhook.ts',
    find: 'if (ageSeconds > toleranceSeconds)',
    replace: 'if (ageSeconds > toleranceSeconds * 1_000_000)',
    watcher: 'sdk/src/webhooks/verify-webhook.test.ts',
  },
  {
    name: 'a webhook is also signed with an expired secret',
    file: 'server/sql/functions/webhooks/delivering.sql',
    find: ' and (s.expires_at is null or s.expires_at > p_at)',
    replace: '',
    watcher: 'server/test/integration/webhook-deliveries.test.ts',
    test: 'while a secret is rotated both sign',
  },
  {
    name: 'a pay link accepts naira while its network is frozen',
    file: 'server/sql/functions/pay-links/pay-links.sql',
    find: ' and not is_leaving_frozen(l.business_id, l.mode, y.network)',
    replace: '',
    watcher: 'server/src/flows/pay-links/make-pay-link.test.ts',
  },
  {
    name: 'a single source may move a rate as far as several sources together',
    file: 'server/src/records/rates/judge-pair.ts',
    find: 'agreed.used.length > 1 ?',
    replace: 'agreed.used.length > 0 ?',
    watcher: 'server/src/records/rates/judge-rates.test.ts',
  },
  {
    name: 'a stale quote is used',
    file: 'server/src/records/rates/choose-quotes.ts',
    find: 'if (ageMs >= state.staleAfterMs)',
    replace: 'if (ageMs >= 10 * state.staleAfterMs)',
    watcher: 'server/src/records/rates/choose-quotes-sift.test.ts',
  },
]
