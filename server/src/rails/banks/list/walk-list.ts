import type { ListCursor, ListPace, Walk } from './list-cursor.ts'

export type ListPage<Row> = Readonly<{
  rows: readonly Row[]
  /** Position of the next, older page. Undefined at the end of the list. */
  next: string | undefined
}>

export type ListedRow<Row> = Readonly<{
  row: Row
  /** An `old` row matters only if it was reversed. */
  age: 'new' | 'past' | 'old'
}>

type Walker<Row> = Readonly<{
  /** Returns rows with the newest first. An implementation may ignore `since`, which only saves reading. */
  readPage(position: string | undefined, since: number | undefined): Promise<ListPage<Row>>
  /** Returns undefined if the row has no readable time. Such a row does not end a walk. */
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
 * Reads one step of a list that has its newest rows first. Such a list can repeat rows between pages, omit rows for a while, and add rows
 * among those already read. A step reads one page of new rows. If no newer rows are left, it also reads one page of the past. The rest of
 * the past waits for the next polls, so it never delays new rows.
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
  // The very first walk went back as far as any later walk, so no walk into the past is due yet.
  if (through === undefined) {
    const seen = { lookedBackAt: walker.now, lookedForTakenBackAt: walker.now }
    return { rows, cursor: { ...caughtUp, ...seen }, hasMore: false }
  }
  const past = await lookBack(walker, caughtUp)
  return { rows: [...rows, ...past.rows], cursor: past.cursor, hasMore: false }
}

/** Moves the cursor back to the time of a listed row that could not be read yet, so that the next poll reads it again. */
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

/** Reads the current page of a walk. The returned `walk` is the next position, or undefined if the walk has ended. */
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

/** Keeps the first row of each name. The same row can be on several pages, and a walk into the past can read new rows again. */
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
