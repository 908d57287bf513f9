import { UsageError } from './usage-error.ts'
import type { World } from './world.ts'

export type Question = Readonly<{
  /** Name of the flag, without its dashes. */
  flag: string
  words: string
  /** Used if nothing is typed. */
  sample?: string
}>

export type Asked = Readonly<{ answer: string; isSample: boolean }>

/**
 * Returns a value that was not given as a flag: typed on a terminal, or the sample if there is one. Throws otherwise, so that a script
 * never hangs at a question.
 */
export async function askPerson(world: World, { flag, words, sample }: Question): Promise<Asked> {
  if (world.terminal.input && world.terminal.out) {
    const typed = (await world.askLine(`${words}${sample === undefined ? '' : ` [${sample}]`}: `)).trim()
    if (typed !== '') return { answer: typed, isSample: false }
    if (sample === undefined) throw new UsageError(`--${flag} is required.`)
    return { answer: sample, isSample: true }
  }
  if (sample !== undefined) return { answer: sample, isSample: true }
  throw new UsageError(`Pass --${flag} (${words}).`)
}

/** Requires a typed "yes", or --yes, before real money is moved. */
export async function confirmLive(world: World, what: string, isAgreed: boolean): Promise<void> {
  if (isAgreed) return
  if (!world.terminal.input || !world.terminal.out) {
    throw new UsageError(`This moves real money (${what}). Pass --yes to confirm.`)
  }
  const typed = await world.askLine(`This moves real money: ${what}. Continue? [y/N] `)
  if (!/^y(es)?$/i.test(typed.trim())) throw new UsageError('Cancelled. Nothing was sent.')
}
