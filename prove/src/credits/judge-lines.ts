import type { TrueLine } from '@afara/stack/simulators/bank-truth.ts'
import type { NameTruth } from './name-truth.ts'
import type { RecordedLine } from './read-record.ts'

export type LinesJudged = Readonly<{
  twice: readonly string[]
  /** Lines recorded twice, one of which therefore waits for an operator. */
  held: readonly string[]
  missed: readonly TrueLine[]
  invented: readonly string[]
  /** Sum of all differences. */
  koboDifference: bigint
  wrong: readonly string[]
  /** Maps the id of each recorded line to its line of the truth. Among indistinguishable lines it is any one. */
  truthOf: ReadonlyMap<string, TrueLine>
}>

type Group = { truths: Set<TrueLine>; lines: Set<RecordedLine> }

/**
 * Compares the recorded lines with the truth. Sightings link the two: a line that two sources reported is linked to both their rows. Equal
 * payments may have changed places, which loses nothing, so whole groups are compared. Each group must have as many recorded lines as true
 * lines, with the same amounts and directions.
 */
export function judgeLines(
  truth: readonly TrueLine[],
  recorded: readonly RecordedLine[],
  nameTruth: NameTruth,
): LinesJudged {
  const groups = new Map<TrueLine, Group>(
    truth.map((line) => [line, { truths: new Set([line]), lines: new Set() }]),
  )
  const invented: string[] = []
  for (const line of recorded) {
    const named = line.sightings.flatMap(({ source, externalId }) => {
      const found = nameTruth({ account: line.account, source, externalId })
      if (found.length === 0) invented.push(`${describe(line)}: ${source} has no ${externalId}`)
      return found
    })
    if (line.sightings.length === 0) invented.push(`${describe(line)}: no source reported it`)
    join(groups, named)?.lines.add(line)
  }

  const twice: string[] = []
  const held: string[] = []
  const isContested = findContested(truth)
  const missed: TrueLine[] = []
  const wrong: string[] = []
  const truthOf = new Map<string, TrueLine>()
  let koboDifference = 0n
  for (const { truths, lines } of new Set(groups.values())) {
    const pairs = pair([...truths], [...lines])
    for (const [line, real] of pairs) {
      truthOf.set(line.id, real)
      koboDifference += apart(line.grossMinor, real.grossMinor) + apart(line.settledMinor, real.settledMinor)
      if (line.direction !== real.direction || line.account !== real.account)
        wrong.push(`${describe(line)} should be a ${real.direction} on ${real.account}`)
      wrong.push(...wrongKind(line, real))
      if (line.grossMinor !== real.grossMinor || line.settledMinor !== real.settledMinor)
        wrong.push(
          `${describe(line)} should be ${real.grossMinor} kobo gross and ${real.settledMinor} settled (${real.id}: ${real.faults.join(' ')})`,
        )
    }
    const placed = new Set(pairs.map(([line]) => line))
    const found = new Set(pairs.map(([, real]) => real))
    const extra = [...lines].filter((line) => !placed.has(line))
    // Any line of the group may be the one that waits.
    const waiting = [...lines].filter(asksPeople).length
    for (const [place, line] of extra.entries()) {
      const isHeld = place < waiting && [...truths].some(isContested)
      const others = [...lines].filter((other) => other !== line).map(describe)
      const words = `${describe(line)} is one line too many for ${[...truths].map(describeTruth).join('; ')}; the other lines are ${others.join('; ')}`
      ;(isHeld ? held : twice).push(words)
    }
    missed.push(...[...truths].filter((real) => !found.has(real)))
  }
  return { twice, held, missed, invented, koboDifference, wrong, truthOf }
}

/** Merges the groups of these lines into one. */
function join(groups: Map<TrueLine, Group>, named: readonly TrueLine[]): Group | undefined {
  const [first, ...rest] = [...new Set(named.map((line) => groups.get(line)))]
  for (const other of rest) {
    if (first === undefined || other === undefined) continue
    for (const line of other.lines) first.lines.add(line)
    for (const real of other.truths) {
      first.truths.add(real)
      groups.set(real, first)
    }
  }
  return first
}

/** Pairs recorded lines with equal true lines first. Then pairs the remaining ones in any order. */
function pair(truths: TrueLine[], lines: RecordedLine[]): Array<[RecordedLine, TrueLine]> {
  const pairs: Array<[RecordedLine, TrueLine]> = []
  const take = (fits: (line: RecordedLine, real: TrueLine) => boolean) => {
    for (const line of lines.slice()) {
      const real = truths.find((one) => fits(line, one))
      if (real === undefined) continue
      pairs.push([line, real])
      truths.splice(truths.indexOf(real), 1)
      lines.splice(lines.indexOf(line), 1)
    }
  }
  const isSame = (line: RecordedLine, real: TrueLine) =>
    line.direction === real.direction && line.settledMinor === real.settledMinor
  const isWhole = (line: RecordedLine, real: TrueLine) =>
    isSame(line, real) && line.grossMinor === real.grossMinor
  const isOfKind = (line: RecordedLine, real: TrueLine) => real.mark !== 'payment' || isCalledPayment(line)
  take((line, real) => isWhole(line, real) && isOfKind(line, real) && named(line, real))
  take((line, real) => isWhole(line, real) && named(line, real))
  take((line, real) => isWhole(line, real) && isOfKind(line, real))
  take(isWhole)
  take(isSame)
  take(() => true)
  return pairs
}

function named({ sightings }: RecordedLine, { reference }: TrueLine): boolean {
  return sightings.some(({ externalId }) => externalId.startsWith(reference))
}

/**
 * A line that the bank calls a reversal, a recall or a charge must never be a payment. A feed reports a return of our own money as a
 * payment, because it cannot tell; a statement can. So a return that only a statement reported is no payment either.
 */
function wrongKind(line: RecordedLine, real: TrueLine): string[] {
  const isByFeed = line.sightings.some(({ source }) => source !== 'statement')
  if (real.mark === 'payment')
    return isByFeed && !isCalledPayment(line) ? [`${describe(line)} should be a payment`] : []
  const isCalledOther = line.sightings.some(({ kind }) => kind !== 'payment')
  return isCalledOther || (real.mark === 'return' && isByFeed)
    ? []
    : [`${describe(line)} should be a ${real.mark}`]
}

/** Checks all sightings. The line's own kind may come from a sighting that was later linked to another line. */
function isCalledPayment({ sightings }: RecordedLine): boolean {
  return sightings.some(({ kind }) => kind === 'payment')
}

/** Reports whether the line waits for an operator: a payment that was reported twice, or an unexplained debit. */
function asksPeople({ openCases }: RecordedLine): boolean {
  return openCases.includes('duplicate') || openCases.includes('unexplained_debit')
}

/**
 * Finds lines that share a session id because the vendor gave it to two payments. The id then cannot tell which of them a source reports,
 * or which was taken back.
 */
function findContested(truth: readonly TrueLine[]): (line: TrueLine) => boolean {
  const byId = new Map(truth.map((line) => [line.id, line]))
  const counts = Map.groupBy(truth, ({ account, shownSessionId }) => `${account} ${shownSessionId}`)
  const isShared = ({ account, shownSessionId }: TrueLine) =>
    shownSessionId !== null && (counts.get(`${account} ${shownSessionId}`)?.length ?? 0) > 1
  return (line) => {
    const undone = byId.get(line.of ?? '')
    return isShared(line) || (undone !== undefined && isShared(undone))
  }
}

function apart(one: bigint, other: bigint): bigint {
  return one < other ? other - one : one - other
}

function describeTruth({ id, mark, bookedAt, shownSessionId, payerName, faults }: TrueLine): string {
  return `${id} (${mark}, ${bookedAt.toISOString()}, session ${shownSessionId}, of ${payerName}, ${faults.join(' ')})`
}

function describe({
  id,
  kind,
  direction,
  grossMinor,
  account,
  sightings,
  undoes,
  openCases,
}: RecordedLine): string {
  const seen = sightings.map(
    ({ source, externalId, words }) => `${source} ${externalId.slice(0, 24)} (${words})`,
  )
  return `line ${id} (${direction} ${kind} of ${grossMinor} on ${account}, undoes ${undoes ?? 'nothing'}, open cases ${openCases.join(' ')}, reported by ${seen.join(', ')})`
}
