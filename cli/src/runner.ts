import type { Command } from 'commander'
import { type GlobalFlags, openSession, type Session } from './session.ts'
import type { World } from './world.ts'

/** Returns an exit code, or undefined for success. */
type Work<Flags> = (session: Session, flags: Flags, ...args: string[]) => Promise<number | undefined>

export type Runner = Readonly<{
  world: World
  /** Wraps a command for commander. Opens the session first, so that no command works without a key. */
  act<Flags = object>(work: Work<Flags>): (...given: unknown[]) => Promise<void>
  exitCode(): number
}>

export function createRunner(world: World): Runner {
  let code = 0
  return {
    world,
    act:
      <Flags>(work: Work<Flags>) =>
      async (...given: unknown[]) => {
        const command = given.at(-1) as Command
        const flags = command.optsWithGlobals<GlobalFlags & Flags>()
        const args = given.slice(0, -2).filter((arg): arg is string => typeof arg === 'string')
        code = (await work(openSession(world, flags), flags, ...args)) ?? 0
      },
    exitCode: () => code,
  }
}

/** Examples that the help shows under a command's options. */
export function example(...lines: readonly string[]): string {
  return `\nExample:\n${lines.map((line) => `  ${line}`).join('\n')}\n`
}
