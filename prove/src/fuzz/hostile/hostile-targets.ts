import type { Operation } from '../document/operation.ts'
import { ANY, type Exchange, type Expectation, oneRequest } from '../exchange.ts'
import type { RequestKind } from '../kinds.ts'
import { createRandom, type Random } from '../random.ts'
import { type Draft, toRequest } from '../requests/draft.ts'
import { draftValid } from '../requests/draft-valid.ts'
import { mustSucceed } from '../requests/valid-kinds.ts'

type TargetKind = Readonly<{
  name: string
  /** `same`: still this operation. `none`: no operation. `either`: both are acceptable. `not-http`: may be unreadable. */
  leads: 'same' | 'none' | 'either' | 'not-http'
  change(target: string, random: Random): string
}>

const targetKinds: readonly TargetKind[] = [
  { name: 'a query', leads: 'same', change: (target) => `${target}?a=1&a=2&__proto__[x]=1&amount=1e400` },
  { name: 'an empty query', leads: 'same', change: (target) => `${target}?` },
  { name: 'a broken query', leads: 'same', change: (target) => `${target}?%zz=%ff&%00` },
  {
    name: 'a long query',
    leads: 'same',
    change: (target, random) => `${target}?q=${'a'.repeat(random.between(1_000, 7_000))}`,
  },
  { name: 'a trailing slash', leads: 'none', change: (target) => `${target}/` },
  { name: 'two slashes', leads: 'none', change: (target) => target.replace('/', '//') },
  { name: 'two slashes inside', leads: 'none', change: (target) => target.replace(/(.)\//, '$1//') },
  { name: 'in capitals', leads: 'none', change: (target) => target.toUpperCase() },
  { name: 'dots', leads: 'none', change: (target) => `/x/..${target}` },
  { name: 'a dot', leads: 'none', change: (target) => `/.${target}` },
  { name: 'a path with ..', leads: 'none', change: () => '/../../../../etc/passwd' },
  { name: 'encoded dots', leads: 'none', change: (target) => `/x/%2e%2e${target}` },
  {
    name: 'encoded slashes',
    leads: 'none',
    change: (target) => `/${target.slice(1).replaceAll('/', '%2f')}`,
  },
  {
    name: 'an encoded letter',
    leads: 'either',
    change: (target) => target.replace(/[a-z]/, (letter) => `%${letter.charCodeAt(0).toString(16)}`),
  },
  {
    name: 'encoded twice',
    leads: 'none',
    change: (target) => target.replace(/[a-z]/, (letter) => `%25${letter.charCodeAt(0).toString(16)}`),
  },
  { name: 'an incomplete escape', leads: 'none', change: (target) => `${target}%` },
  { name: 'a wrong escape', leads: 'none', change: (target) => `${target}%zz` },
  { name: 'an escape that is not UTF-8', leads: 'none', change: (target) => `${target}%ff%fe` },
  { name: 'an encoded NUL', leads: 'none', change: (target) => `${target}%00` },
  { name: 'an encoded line end', leads: 'none', change: (target) => `${target}%0d%0aset-cookie:%20a=b` },
  { name: 'a parameter', leads: 'none', change: (target) => `${target};jsessionid=1` },
  { name: 'a fragment', leads: 'either', change: (target) => `${target}#here` },
  { name: 'a backslash', leads: 'none', change: (target) => target.replaceAll(/(.)\//g, '$1\\') },
  { name: 'a star', leads: 'not-http', change: () => '*' },
  { name: 'no slash', leads: 'not-http', change: (target) => target.slice(1) },
  { name: 'a whole URL', leads: 'either', change: (target) => `http://localhost${target}` },
  { name: "somebody else's URL", leads: 'either', change: (target) => `http://example.com${target}` },
  { name: 'a space', leads: 'not-http', change: (target) => `${target} x` },
  { name: 'raw bytes', leads: 'not-http', change: (target) => `${target}\u00e9\u00ff` },
  {
    name: 'a control character',
    leads: 'not-http',
    change: (target, random) => `${target}${random.pick(['\u0000', '\u0001', '\t', '\u007f', '\r'])}`,
  },
  {
    name: 'a very long path',
    leads: 'not-http',
    change: (target, random) => `${target}/${'a'.repeat(random.pick([100, 1_000, 15_000, 20_000]))}`,
  },
  { name: 'many segments', leads: 'none', change: (target) => `${target}${'/a'.repeat(3_000)}` },
]

/** Returns odd spellings of a request's target. */
export function hostileTargetKinds(operations: readonly Operation[]): RequestKind[] {
  return operations.flatMap((operation) =>
    targetKinds
      // A URL with a path parameter accepts any text for it, and some URLs have nothing to change.
      .filter(({ leads }) => !operation.path.includes('{') || leads !== 'none')
      .filter(({ change }) => change(operation.path, createRandom(1)) !== operation.path)
      .map(
        ({ name, leads, change }): RequestKind => ({
          className: 'hostile',
          name: `${operation.id} target: ${name}`,
          make: (setting): Exchange => {
            const draft = draftValid(operation, setting)
            const request = toRequest(draft)
            const [path = '', ...query] = request.target.split(/(?=[?])/)
            const changed = { ...request, target: change(path, setting.random) + query.join('') }
            const expected = leads === 'same' ? sameOrJudged(draft) : { statuses: [], mayBeNowhere: true }
            return oneRequest(changed, leads === 'none' ? undefined : operation, expected, {
              isAlone: true,
              mayHangUp: leads === 'not-http' || leads === 'either',
            })
          },
        }),
      ),
  )
}

/** Most operations ignore a query. An operation with its own query parameters may refuse others. */
function sameOrJudged(draft: Draft): Expectation {
  return draft.operation.parameters.some((parameter) => parameter.in === 'query') ? ANY : mustSucceed(draft)
}
