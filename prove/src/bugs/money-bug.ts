import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** One mistake about money that somebody could make, and the test that must fail because of it. */
export type MoneyBug = Readonly<{
  /** What the product then does, in plain words. */
  name: string
  /** From the root of the repository. */
  file: string
  /** A text that the file has once, and what stands there instead. */
  find: string
  replace: string
  /** The file of the test that watches, from the root. */
  watcher: string
  /** The test in it, by its whole name or the beginning of that; any test of the file where it is left out. */
  test?: string
}>

/** The file with the bug in it; undefined where the file does not have the text, or has it more than once. */
export function plant(text: string, { find, replace }: MoneyBug): string | undefined {
  const [before, after, ...rest] = text.split(find)
  return before === undefined || after === undefined || rest.length > 0 ? undefined : before + replace + after
}

/** Whether the sources have changed so that the bug cannot be planted, or its test is gone. */
export function isStale(root: string, bug: MoneyBug): boolean {
  const files = [join(root, bug.file), join(root, bug.watcher)] as const
  return !files.every((path) => existsSync(path)) || plant(readFileSync(files[0], 'utf8'), bug) === undefined
}
