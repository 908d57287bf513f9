/** Commits requests that wait at the same time in one group. */
type GroupCommits<Request, Answer> = Readonly<{
  /** Resolves with the request's own answer when its rows are durable. Rejects with `Overloaded` if too many requests wait. */
  submit(request: Request): Promise<Answer>
  /** Resolves when no request waits and no group is being committed. */
  drained(): Promise<void>
}>

type Waiting<Request, Answer> = Readonly<{
  request: Request
  resolve: (answer: Answer) => void
  reject: (error: unknown) => void
}>

export type Gather = Readonly<{ ms: number; enough: number }>

type GroupOptions<Request, Answer> = Readonly<{
  /** Commits all requests at once. Returns the answers in the order of the requests. */
  commit(requests: readonly Request[]): Promise<readonly Answer[]>
  /**
   * Whether it is certain that nothing of a failed group was committed. A group that may have been committed is not retried.
   */
  isUndone(error: unknown): boolean
  /** Maximum number of groups that are committed at the same time. */
  slots: number
  /** Maximum number of requests in a group. */
  most: number
  /** Maximum number of waiting requests. Further requests are rejected. */
  queue: number
  /** A group waits this long for more requests, or until `enough` of them wait. Without it, a request that finds a free slot waits for none. */
  gather?: Gather | undefined
  onGroup?: (size: number, seconds: number) => void
}>

export class Overloaded extends Error {
  override readonly name = 'Overloaded'
}

/**
 * Collects requests while other groups are being committed. When a slot becomes free, the waiting requests form a group. A group that
 * failed and was undone is retried one request at a time, so that a bad request fails alone.
 */
export function createGroupCommits<Request, Answer>(
  options: GroupOptions<Request, Answer>,
): GroupCommits<Request, Answer> {
  let waiting: Waiting<Request, Answer>[] = []
  let busy = 0
  let isScheduled = false
  let gathersUntil = 0
  let gathering: NodeJS.Timeout | undefined
  let onDrained: (() => void)[] = []

  // Waits for the end of the event-loop turn, so that requests of the same turn join the group.
  const schedule = (): void => {
    if (isScheduled || busy >= options.slots || waiting.length === 0) return
    const leftMs = gathersUntil - performance.now()
    if (leftMs > 0 && waiting.length < (options.gather?.enough ?? 1)) {
      gathering ??= setTimeout(() => {
        gathering = undefined
        schedule()
      }, leftMs)
      return
    }
    isScheduled = true
    setImmediate(() => {
      isScheduled = false
      while (busy < options.slots && waiting.length > 0) {
        const group = waiting.slice(0, options.most)
        waiting = waiting.slice(options.most)
        void run(group)
      }
    })
  }

  const run = async (group: readonly Waiting<Request, Answer>[]): Promise<void> => {
    busy += 1
    const startedAt = performance.now()
    await settle(group)
    options.onGroup?.(group.length, (performance.now() - startedAt) / 1000)
    busy -= 1
    schedule()
    if (busy === 0 && waiting.length === 0) {
      for (const done of onDrained) done()
      onDrained = []
    }
  }

  const settle = async (group: readonly Waiting<Request, Answer>[]): Promise<void> => {
    try {
      const answers = await options.commit(group.map(({ request }) => request))
      if (answers.length !== group.length)
        throw new Error(`the commit returned ${answers.length} results for ${group.length} requests`)
      for (const [index, { resolve }] of group.entries()) resolve(answers[index] as Answer)
    } catch (error) {
      if (group.length > 1 && options.isUndone(error)) {
        for (const one of group) await settle([one])
        return
      }
      for (const { reject } of group) reject(error)
    }
  }

  return {
    submit: (request) =>
      new Promise((resolve, reject) => {
        if (waiting.length >= options.queue) {
          reject(new Overloaded('too many requests are waiting to be committed'))
          return
        }
        if (waiting.length === 0) gathersUntil = performance.now() + (options.gather?.ms ?? 0)
        waiting.push({ request, resolve, reject })
        schedule()
      }),
    drained: async () => {
      if (busy === 0 && waiting.length === 0) return
      await new Promise<void>((resolve) => {
        onDrained.push(resolve)
      })
    },
  }
}

/** Sorts the answers of a SQL function into the order of the requests, by their ordinals. */
export function answersInOrder<Row extends Readonly<{ ordinal: number }>>(
  rows: readonly Row[],
  asked: ReadonlyArray<Readonly<{ id: string }>>,
): Row[] {
  const answers = new Map(rows.map((row) => [row.ordinal, row]))
  return asked.map(({ id }, ordinal) => {
    const answer = answers.get(ordinal)
    if (answer === undefined) throw new Error(`the database returned no result for ${id}`)
    return answer
  })
}
