import type { Progress } from './progress.ts'

export type PlantedResult = Readonly<{ planted: number; caught: number; shortfalls: readonly string[] }>

/**
 * Hunts the bugs in `lanes` parallel lanes, one bug at a time in each, and reports which of them were caught. `hunt` returns undefined if
 * nothing caught the bug.
 */
export async function plantBugs<Bug extends Readonly<{ name: string }>>(
  bugs: readonly Bug[],
  { lanes, progress }: Readonly<{ lanes: number; progress: Progress }>,
  hunt: (bug: Bug, lane: number) => Promise<string | undefined>,
): Promise<PlantedResult> {
  const shortfalls: string[] = []
  let caught = 0
  const waiting = bugs.values()
  const work = async (lane: number) => {
    for (const bug of waiting) {
      progress.show(`introduced: ${bug.name}`)
      const sign = await hunt(bug, lane)
      if (sign === undefined) shortfalls.push(`not caught: ${bug.name}`)
      else {
        caught += 1
        progress.say(`caught: ${bug.name} (${sign})`)
      }
    }
  }
  await Promise.all(Array.from({ length: lanes }, async (_, lane) => work(lane)))
  return { planted: bugs.length, caught, shortfalls }
}
