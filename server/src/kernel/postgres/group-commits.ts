/** What waits together is committed together. */
type GroupCommits<Request, Answer> = Readonly<{
  /** Resolves when the request's own rows are durable, with its own answer. Rejects with `Overloaded` when too many wait. */
  submit(request: Request): Promise<Answer>
  /** Resolves when nothing waits and nothing is being committed. */
  drained(): Promise<void>
}>

type Waiting<Request, Answer> = Readonly<{
  request: Request
  resolve: (answer: Answer) => void
  reject: (error: unknown) => void
}>

type GroupOptions<Request, Answer> = Readonly<{
  /** One commit for all of them; answers in the order of the requests. */
  commit(requests: readonly Request[]): Promise<readonly Answer[]>
  /** Whether it is certain that nothing of a failed group was committed. If not, nothing is tried again: it may be there. */
  isUndone(error: unknown): boolean
  /** How many groups are committed at a time. */
  slots: number
  /** How many requests a group takes at most. */
  most: number
  /** How many may wait before the next is turned away. */
  queue: number
  onGroup?: (size: number, seconds: number) => void
}>

export class Overloaded extends Error {
  override readonly name = 'Overloaded'
}

/**
 * While a group is being committed, requests gather; when a slot frees, all that wait go together. A group that fails and
 * is undone is tried again one by one, so that a bad request fails alone.
 */
export function createGroupCommits<Request, Answer>(
  options: GroupOptions<Request, Answer>,
): GroupCommits<Request, Answer> {
  let waiting: Waiting<Request, Answer>[] = []
  let busy = 0
  let isScheduled = false
  let onDrained: (() => void)[] = []

  // Not at once: what arrives in the same turn of the event loop goes along.
  const schedule = (): void => {
    if (isScheduled || busy >= options.slots || waiting.length === 0) return
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
        throw new Error(`${group.length} requests, ${answers.length} results`)
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

/** What a function said about each of a list, in the order of the list. It answers by the place of each. */
export function answersInOrder<Row extends Readonly<{ ordinal: number }>>(
  rows: readonly Row[],
  asked: ReadonlyArray<Readonly<{ id: string }>>,
): Row[] {
  const answers = new Map(rows.map((row) => [row.ordinal, row]))
  return asked.map(({ id }, ordinal) => {
    const answer = answers.get(ordinal)
    if (answer === undefined) throw new Error(`no result for ${id}`)
    return answer
  })
}
