import { ACCEPTED } from './answer.ts'

/** What was tried and how it was answered, so that a run in which nothing happened is seen. */
export type Tally = Readonly<{
  beginCommand(): void
  /** A command may be answered more than once: two who race are two. */
  count(what: string, answer: string): void
  commands(): number
  accepted(): number
  refused(): number
  /** How often something was answered in this way; without an answer, in any. */
  times(what: string, answer?: string): number
}>

export function createTally(): Tally {
  const counts = new Map<string, Map<string, number>>()
  const sum = (wanted: (what: string, answer: string) => boolean) =>
    [...counts].reduce(
      (total, [what, answers]) =>
        total + [...answers].reduce((part, [answer, n]) => (wanted(what, answer) ? part + n : part), 0),
      0,
    )
  let commands = 0
  return {
    beginCommand() {
      commands += 1
    },
    count(what, answer) {
      const answers = counts.get(what) ?? new Map<string, number>()
      counts.set(what, answers.set(answer, (answers.get(answer) ?? 0) + 1))
    },
    commands: () => commands,
    accepted: () => sum((_, answer) => answer === ACCEPTED),
    refused: () => sum((_, answer) => answer !== ACCEPTED),
    times: (what, answer) => sum((w, a) => w === what && (answer === undefined || a === answer)),
  }
}
