import type { BankFeed } from '../../movements/feeds/bank-feed.ts'
import {
  type FeedCredit,
  listCredits,
  listNewCredits,
  listOpenCredits,
} from '../../movements/reconciliation/feed-credits-store.ts'
import { findStanding, type Look } from '../../movements/reconciliation/reconciliation-store.ts'
import type { ReconcileDeps } from './reconcile-deps.ts'

const NEW_A_PASS = 2_000
// Credits that their bank did not know are asked about again in turn. Until then they stay a difference.
const AGAIN_A_PASS = 20
// The scope that stores how far we have come.
const POSITION = 'position'

type Answer = 'known' | 'unknown' | 'unasked'

/**
 * Asks each bank about the credits that were recorded since the last pass. A credit that its bank does not know was invented. The list of
 * the bank answers for most of them; it may lag, so a credit that it lacks is asked about alone. A bank that does not answer is asked again
 * in the next pass, and until then its credits are no difference. A slow bank takes no time from the others.
 * A mode without any bank that can be asked is not compared.
 */
export async function lookAtBankLines(deps: ReconcileDeps): Promise<readonly Look[]> {
  const { pool, clock } = deps
  const standing = await findStanding(pool, 'bank_lines', POSITION, 'live')
  const news = await listNewCredits(pool, standing?.basis?.['through'], clock.now(), NEW_A_PASS)
  const open = await listOpenCredits(pool)
  const unknownBefore = new Set(open.flatMap(({ unknown }) => unknown))
  const before = await listCredits(
    pool,
    open.flatMap(({ unknown, unasked }) => [...unknown, ...unasked]),
  )
  const byAccount = Map.groupBy([...before, ...news.credits], ({ accountId }) => accountId)
  const looks = await Promise.all(
    [...byAccount].map(async ([accountId, credits]) =>
      lookAtAccount(deps, accountId, credits, unknownBefore),
    ),
  )
  return [...looks, position(news.through)]
}

async function lookAtAccount(
  deps: ReconcileDeps,
  accountId: string,
  credits: readonly FeedCredit[],
  unknownBefore: ReadonlySet<string>,
): Promise<Look> {
  const wasUnknown = ({ readingId }: FeedCredit): boolean => unknownBefore.has(readingId)
  const again = new Set(rotate(credits.filter(wasUnknown), deps.clock.now()))
  const answers = await askBank(
    deps,
    credits.filter((one) => again.has(one) || !wasUnknown(one)),
  )
  const answerOf = (one: FeedCredit): Answer =>
    answers.get(one.readingId) ?? (wasUnknown(one) ? 'unknown' : 'known')
  // An answer that nobody gave does not clear a credit that the bank did not know.
  const isUnknown = (one: FeedCredit): boolean =>
    answerOf(one) === 'unknown' || (answerOf(one) === 'unasked' && wasUnknown(one))
  const unknown = credits.filter(isUnknown)
  const unasked = credits.filter((one) => answerOf(one) === 'unasked' && !isUnknown(one))
  const missing = unknown.reduce((sum, { grossMinor }) => sum + grossMinor, 0n)
  return {
    kind: 'bank_lines',
    scope: accountId,
    mode: credits[0]?.mode ?? 'live',
    oursMinor: missing,
    theirsMinor: 0n,
    differenceMinor: -missing,
    items: unknown
      .toReversed()
      .slice(0, 200)
      .map(({ lineId, readingId, source, externalId, grossMinor }) => ({
        line: lineId ?? readingId,
        gross_minor: String(grossMinor),
        is: `not known to ${source} as ${externalId}`,
      })),
    basis: { unknown: namesOf(unknown), unasked: namesOf(unasked) },
  }
}

const namesOf = (credits: readonly FeedCredit[]): string =>
  credits.map(({ readingId }) => readingId).join(' ')

const position = (through: string): Look => ({
  kind: 'bank_lines',
  scope: POSITION,
  mode: 'live',
  oursMinor: 0n,
  theirsMinor: 0n,
  differenceMinor: 0n,
  items: [],
  basis: { through },
})

/** Returns some of the credits, others each time. */
function rotate(credits: readonly FeedCredit[], at: Date): readonly FeedCredit[] {
  const start = credits.length === 0 ? 0 : Math.floor(at.getTime() / 1_000) % credits.length
  return [...credits.slice(start), ...credits.slice(0, start)].slice(0, AGAIN_A_PASS)
}

async function askBank(
  { feeds, settings }: ReconcileDeps,
  credits: readonly FeedCredit[],
): Promise<ReadonlyMap<string, Answer>> {
  const signal = AbortSignal.timeout(settings.askMs)
  const answers = new Map<string, Answer>()
  for (const [source, some] of Map.groupBy(credits, (one) => one.source)) {
    const [first] = some
    if (first === undefined || feeds[first.mode].size === 0) continue
    const feed = [...feeds[first.mode].values()].find((one) => one.source === source)
    const listed = feed && some.length > 1 ? await readList(feed, first, signal) : new Map<string, bigint>()
    for (const one of some)
      answers.set(one.readingId, feed ? await askAbout(feed, one, listed, signal) : judgeImported(one))
  }
  return answers
}

/** A source that no process of ours reads has no credits, except statements that operators imported. */
function judgeImported({ isImported }: FeedCredit): Answer {
  return isImported ? 'known' : 'unknown'
}

/** Reads the newest page of a list: the amount of each credit by its name at the bank. */
async function readList(
  feed: BankFeed,
  { accountNumber }: FeedCredit,
  signal: AbortSignal,
): Promise<ReadonlyMap<string, bigint>> {
  const page = await feed.list?.({ accountNumber }, undefined, signal).catch(() => undefined)
  return new Map(page?.lines.map(({ externalId, grossMinor }) => [externalId, grossMinor]))
}

async function askAbout(
  feed: BankFeed,
  { externalId, grossMinor }: FeedCredit,
  listed: ReadonlyMap<string, bigint>,
  signal: AbortSignal,
): Promise<Answer> {
  if (listed.get(externalId) === grossMinor) return 'known'
  if (signal.aborted) return 'unasked'
  // Monnify names the parts of one transaction by a suffix.
  const answer = await feed.reread({ key: externalId.replace(/#.*$/, ''), detail: null }, signal)
  if (answer.kind === 'unavailable') return 'unasked'
  if (answer.kind === 'not_found') return 'unknown'
  if (answer.unreadable.length > 0) return 'unasked'
  return answer.lines.some((line) => line.externalId === externalId && line.grossMinor === grossMinor)
    ? 'known'
    : 'unknown'
}
