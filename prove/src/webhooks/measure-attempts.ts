import { setTimeout as sleep } from 'node:timers/promises'
import { type Cpu, readCpu } from '../hour/read-cpu.ts'
import { tellCpu } from '../hour/tell-cpu.ts'
import type { Receivers } from './receivers-process.ts'

/** Parts of our own that carry deliveries. */
const CARRIERS = ['worker', 'engine', 'postgres']
const IDLE_MS = 5_000

/**
 * Measures the CPU of the worker, the engine and PostgreSQL for each attempt while `work` runs. It includes all else that they do meanwhile:
 * the events themselves, and the loops, whose share is told as the idle CPU of the seconds after.
 */
export async function measureAttempts(
  receivers: Receivers,
  work: () => Promise<void>,
): Promise<Readonly<{ ms: number; told: string }>> {
  const [before, triesBefore, began] = [readCpu(), (await receivers.readLog()).length, performance.now()]
  await work()
  const [after, tries] = [readCpu(), (await receivers.readLog()).length - triesBefore]
  const seconds = (performance.now() - began) / 1_000
  await sleep(IDLE_MS)
  const idle = carryingMs(after, readCpu()) / (IDLE_MS / 1_000)
  return {
    ms: carryingMs(before, after) / tries,
    told: `${tellCpu(before, after, tries)}; ${tries} attempts in ${seconds.toFixed(0)} s; idle ${idle.toFixed(0)} ms a second`,
  }
}

function carryingMs(before: Cpu, after: Cpu): number {
  return CARRIERS.reduce((sum, part) => sum + (after.get(part) ?? 0) - (before.get(part) ?? 0), 0)
}
