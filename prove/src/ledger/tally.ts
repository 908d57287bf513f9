import { ACCEPTED } from './answer.ts'

/** Counts attempts and their answers, so that a run without activity is noticed. */
export type Tally = Readonly<{
  beginCommand(): void
  /** Counts one answer. A command may have several, such as the two of a race. */
  count(what: string, answer: string): void
  commands(): number
  accepted(): number
  refused(): number
  /** Number of times that this answer was given. Without an answer, counts all answers. */
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
