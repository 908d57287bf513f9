import { posix } from 'node:path'

export type SitePage = Readonly<{
  /** The last part of the page's address below `/docs/`. */
  slug: string
  title: string
  about: string
  /** The page's Markdown, from the root of the repository. Absent for a page that the code builds. */
  source?: string
}>

type SiteGroup = Readonly<{ title: string; pages: readonly SitePage[] }>

const guide = (slug: string, title: string, about: string): SitePage => ({
  slug,
  title,
  about,
  source: `docs/guides/${slug}.md`,
})
const reference = (slug: string, title: string, about: string): SitePage => ({
  slug,
  title,
  about,
  source: `docs/reference/${slug}.md`,
})

/** The website in the order of its menu. Pages for operators and engineers are not on it. */
export const siteGroups: readonly SiteGroup[] = [
  {
    title: 'Guides',
    pages: [
      guide('integrate', 'Integrate', 'Make your first buy, sell and withdrawal with a test key.'),
      guide('signing', 'Sign your requests', 'So that a stolen key is not enough to take your money.'),
      guide('recipes', 'Recipes', 'Everyday tasks in curl and TypeScript.'),
      guide(
        'pay-links',
        'Pay links',
        'Send a payer to a page that says what to pay and shows when it has arrived.',
      ),
      guide(
        'customer-numbers',
        'Numbers for customers',
        'Give a customer an account number that stays. Every payment to it becomes a buy.',
      ),
      guide(
        'batches',
        'Batches of payouts',
        'Pay up to 10,000 bank accounts with one file and one confirmation.',
      ),
      guide('sandbox', 'Sandbox', 'Make payments, payouts and networks fail on purpose.'),
    ],
  },
  {
    title: 'Tools',
    pages: [
      { slug: 'api', title: 'API reference', about: 'Every request and reply. Send requests from the page.' },
      {
        slug: 'sdk',
        title: 'TypeScript SDK',
        about: 'A typed client that retries safely.',
        source: 'sdk/README.md',
      },
      {
        slug: 'cli',
        title: 'Command line',
        about: 'Buy, sell, listen to webhooks and find any payment.',
        source: 'cli/README.md',
      },
    ],
  },
  {
    title: 'Requests',
    pages: [
      reference('wire', 'Request rules', 'Amounts, fields, idempotency and the order of checks.'),
      { slug: 'errors', title: 'Errors', about: 'Every error code, its meaning and its fix.' },
      reference('limits', 'Limits', 'Rate limits, sizes, scopes and headers.'),
      reference('previews', 'Previews', 'Check a request before you send it.'),
    ],
  },
  {
    title: 'Following money',
    pages: [
      reference('states', 'States', 'What each status means and who holds the money.'),
      reference('decisions', 'What you decide', 'Questions that only you can answer, and how.'),
      reference('events', 'Events', 'The feed of every change, numbered without a gap.'),
      reference('webhooks', 'Webhooks', 'The same events, signed and sent to your server.'),
      reference('reading', 'Lists and balances', 'List, export and find transactions; read balances.'),
      reference('papers', 'Receipts and letters', 'PDF receipts, and trace letters for a bank.'),
    ],
  },
  {
    title: 'Networks and rates',
    pages: [
      reference('networks', 'Networks', 'Polygon, Avalanche, Solana and Stellar.'),
      reference('addresses', 'Wallet addresses', 'Which addresses are accepted on each network.'),
      reference('wallet-blocks', 'Wallet problems', 'Why a wallet cannot receive, and the fix.'),
      reference('rates', 'Rates', 'What a rate means, and how long it is valid.'),
    ],
  },
]

export const sitePages: readonly SitePage[] = siteGroups.flatMap(({ pages }) => pages)

const addresses = new Map<string, string>([
  ['docs/README.md', '/docs'],
  ['docs/reference/errors.md', '/docs/errors'],
  ['docs/reference/openapi.json', '/openapi.json'],
  ...sitePages.flatMap(
    ({ slug, source }): Array<[string, string]> => (source === undefined ? [] : [[source, `/docs/${slug}`]]),
  ),
])

/** Returns where a link in a page leads on the site; undefined if the linked file is not on the site. */
export function resolveSiteLink(source: string, target: string): string | undefined {
  if (/^(https?:|mailto:|#|\/)/.test(target)) return target
  const [path = '', fragment] = target.split('#')
  const file = posix.join(posix.dirname(source), path)
  if (file.startsWith('docs/images/')) return `/${file}`
  const address = addresses.get(file)
  return address === undefined || fragment === undefined ? address : `${address}#${fragment}`
}
