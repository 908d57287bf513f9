import type { Credit, World } from '../world/world.ts'
import type { Releases } from './judge-releases.ts'

export type Share = Readonly<{ all: number; automatic: number }>

/** Counts the payments that enter a share (see `Credit`), and those of them that reached their own buy automatically and in one piece. */
export function sharesOf(
  world: World,
  { right }: Releases,
): Readonly<Record<NonNullable<Credit['counts']>, Share>> {
  const whole = wholeOf(right)
  const share = (counts: Credit['counts']) =>
    countShare(
      world.credits.filter((credit) => credit.counts === counts),
      whole,
    )
  return {
    shared: share('shared'),
    dedicated: share('dedicated'),
    expected: share('expected'),
    own_number: share('own_number'),
  }
}

/** Returns the shares by what the bank showed, so that feeds can be weighted differently. */
export function sharesByShown(world: World, { right }: Releases): ReadonlyMap<string, Share> {
  const whole = wholeOf(right)
  const counted = world.credits.filter(({ counts }) => counts !== null)
  return new Map(
    [...Map.groupBy(counted, ({ counts, shows }) => `${counts} ${shows}`)].map(([name, credits]) => [
      name,
      countShare(credits, whole),
    ]),
  )
}

/** Returns the credits that reached their own buy in one piece. */
export function wholeOf(right: Releases['right']): ReadonlySet<number> {
  // Only the issuer knows the amount of an expected payment, so every right release of one counts as whole.
  return new Set(
    right.flatMap(({ credit, amountMinor }) =>
      credit.expected !== null || amountMinor === credit.amountMinor ? credit.index : [],
    ),
  )
}

function countShare(credits: readonly Credit[], whole: ReadonlySet<number>): Share {
  return { all: credits.length, automatic: credits.filter(({ index }) => whole.has(index)).length }
}
