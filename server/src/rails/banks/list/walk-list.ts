import type { ListCursor, ListPace, Walk } from './list-cursor.ts'

export type ListPage<Row> = Readonly<{
  rows: readonly Row[]
  /** Where the next, older page is; undefined at the end of the list. */
  next: string | undefined
}>

export type ListedRow<Row> = Readonly<{
  row: Row
  /** `old`: of interest only if it was taken back. */
  age: 'new' | 'past' | 'old'
}>

type Walker<Row> = Readonly<{
  /** Newest first. `since` may be left unheeded: it only saves reading. */
  readPage(position: string | undefined, since: number | undefined): Promise<ListPage<Row>>
  /** Undefined where the row has no readable time: it then ends no walk. */
  timeOf(row: Row): number | undefined
  pace: ListPace
  now: number
}>

type ListStep<Row> = Readonly<{
  rows: readonly ListedRow<Row>[]
  cursor: ListCursor
  hasMore: boolean
}>

/**
 * One step through a list that has its newest rows first, repeats rows between pages, leaves some out for a while and
 * puts others in behind what was read. It reads one page of what is new, and when nothing newer is left, one page of
 * the past. The past waits for the next poll and never holds up what is new.
 */
export async function walkList<Row>(walker: Walker<Row>, cursor: ListCursor): Promise<ListStep<Row>> {
  const { through, recent, ...rest } = cursor
  const begun = recent ?? (through === undefined ? {} : { floor: through - walker.pace.overlapMs })
  const step = await readWalkPage(walker, begun)
  const rows = step.rows.map((row) => ({ row, age: 'new' as const }))
  if (step.walk !== undefined) {
    return { rows, cursor: { ...rest, ...ifKnown('through', through), recent: step.walk }, hasMore: true }
  }
  const readThrough = step.newest ?? through
  const caughtUp = { ...rest, ...ifKnown('through', readThrough) }
  // The first walk of all has been as far back as any.
  if (through === undefined) {
    const seen = { lookedBackAt: walker.now, lookedForTakenBackAt: walker.now }
    return { rows, cursor: { ...caughtUp, ...seen }, hasMore: false }
  }
  const past = await lookBack(walker, caughtUp)
  return { rows: [...rows, ...past.rows], cursor: past.cursor, hasMore: false }
}

/** For a row that was listed but could not be read yet: the next poll begins no later than there. */
export function rewindCursor(cursor: ListCursor, time: number): ListCursor {
  const { recent, through, ...rest } = cursor
  const lowered = (value: number | undefined) => (value === undefined ? undefined : Math.min(value, time))
  return {
    ...rest,
    ...ifKnown('through', lowered(through)),
    ...(recent === undefined ? {} : { recent: { ...recent, ...ifKnown('newest', lowered(recent.newest)) } }),
  }
}

async function lookBack<Row>(
  walker: Walker<Row>,
  cursor: ListCursor,
): Promise<Readonly<{ rows: readonly ListedRow<Row>[]; cursor: ListCursor }>> {
  const begun = cursor.deep === undefined ? startLookBack(walker, cursor) : cursor
  if (begun.deep === undefined) return { rows: [], cursor }
  const { rows, walk } = await readWalkPage(walker, begun.deep)
  const oldBefore = (begun.through ?? 0) - walker.pace.lookBackMs
  const { deep: _, ...rest } = begun
  return {
    rows: rows.map((row) => ({ row, age: (walker.timeOf(row) ?? oldBefore) < oldBefore ? 'old' : 'past' })),
    cursor: walk === undefined ? rest : { ...rest, deep: walk },
  }
}

function startLookBack<Row>({ pace, now }: Walker<Row>, cursor: ListCursor): ListCursor {
  const { through = 0, lookedBackAt = 0, lookedForTakenBackAt = 0 } = cursor
  if (now - lookedForTakenBackAt >= pace.takenBackEveryMs) {
    const deep = { floor: through - pace.takenBackMs }
    return { ...cursor, deep, lookedBackAt: now, lookedForTakenBackAt: now }
  }
  if (now - lookedBackAt < pace.lookBackEveryMs) return cursor
  return { ...cursor, deep: { floor: through - pace.lookBackMs }, lookedBackAt: now }
}

type PageStep<Row> = Readonly<{ rows: readonly Row[]; newest: number | undefined; walk: Walk | undefined }>

/** Reads the page at which a walk stands. `walk` is where it goes on; undefined when it has come to its end. */
async function readWalkPage<Row>(walker: Walker<Row>, walk: Walk): Promise<PageStep<Row>> {
  const { rows, next } = await walker.readPage(walk.position, walk.floor)
  const times = rows.map(walker.timeOf)
  const known = times.filter((time) => time !== undefined)
  const newest = walk.newest ?? (known.length === 0 ? undefined : Math.max(...known))
  const floor = walk.floor ?? (newest === undefined ? undefined : newest - walker.pace.takenBackMs)
  const isBelow = (time: number | undefined) => time !== undefined && floor !== undefined && time < floor
  const isOver = next === undefined || (rows.length > 0 && times.every(isBelow))
  const goesOn = { position: next ?? '', ...ifKnown('floor', floor), ...ifKnown('newest', newest) }
  return { rows, newest, walk: isOver ? undefined : goesOn }
}

function ifKnown<Name extends string>(name: Name, value: number | undefined): { [Key in Name]?: number } {
  return value === undefined ? {} : ({ [name]: value } as { [Key in Name]?: number })
}

/** Pages repeat rows, and the past repeats what is new: of each name the first row is kept. */
export function dropRepeats<Row>(
  rows: readonly ListedRow<Row>[],
  nameOf: (row: Row) => string | undefined,
): ListedRow<Row>[] {
  const seen = new Set<string>()
  return rows.filter(({ row }) => {
    const name = nameOf(row)
    if (name === undefined) return true
    if (seen.has(name)) return false
    seen.add(name)
    return true
  })
}
