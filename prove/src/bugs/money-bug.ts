import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** A plausible mistake about money, and the test that must fail because of it. */
export type MoneyBug = Readonly<{
  /** The wrong behaviour of the product, in plain words. */
  name: string
  /** Path from the root of the repository. */
  file: string
  /** Text that the file has exactly once, and its replacement. */
  find: string
  replace: string
  /** Path of the test file that must catch the bug, from the root. */
  watcher: string
  /** Full name of the test, or its beginning. If absent, any test of the file may catch the bug. */
  test?: string
}>

/** Returns the file's text with the bug in it, or undefined if the file does not have the text exactly once. */
export function plant(text: string, { find, replace }: MoneyBug): string | undefined {
  const [before, after, ...rest] = text.split(find)
  return before === undefined || after === undefined || rest.length > 0 ? undefined : before + replace + after
}

/** Reports whether the bug can no longer be planted, or its test file no longer exists. */
export function isStale(root: string, bug: MoneyBug): boolean {
  const files = [join(root, bug.file), join(root, bug.watcher)] as const
  return !files.every((path) => existsSync(path)) || plant(readFileSync(files[0], 'utf8'), bug) === undefined
}
