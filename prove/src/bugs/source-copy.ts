import { cpSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { basename, join, relative } from 'node:path'
import { type MoneyBug, plant } from './money-bug.ts'

/** A copy of the repository in which bugs can be planted. */
export type SourceCopy = Readonly<{
  directory: string
  /** Runs `work` while the bug is in the copy. */
  withBug<Result>(bug: MoneyBug, work: () => Promise<Result>): Promise<Result>
}>

const NOT_COPIED = new Set(['.git', '.stack'])
// Our own packages and the tools' caches belong to one checkout and must not be shared.
const NOT_LINKED = /^(?:@afara|\.vite.*|\.cache)$/

/** Copies the sources and links the packages. Our own packages resolve to the copy. */
export function copySources(root: string, directory: string): SourceCopy {
  cpSync(root, directory, {
    recursive: true,
    filter: (path) => !NOT_COPIED.has(relative(root, path)) && basename(path) !== 'node_modules',
  })
  const workspaces = readdirSync(directory, { withFileTypes: true }).filter((entry) => entry.isDirectory())
  for (const folder of ['.', ...workspaces.map(({ name }) => name)]) linkPackages(root, directory, folder)
  cpSync(join(root, 'node_modules/@afara'), join(directory, 'node_modules/@afara'), {
    recursive: true,
    verbatimSymlinks: true,
  })
  return {
    directory,
    async withBug(bug, work) {
      const path = join(directory, bug.file)
      const text = readFileSync(path, 'utf8')
      const planted = plant(text, bug)
      if (planted === undefined) throw new Error(`"${bug.name}" is stale`)
      writeFileSync(path, planted)
      try {
        return await work()
      } finally {
        writeFileSync(path, text)
      }
    },
  }
}

function linkPackages(root: string, directory: string, folder: string): void {
  const packages = join(root, folder, 'node_modules')
  mkdirSync(join(directory, folder, 'node_modules'), { recursive: true })
  for (const name of namesIn(packages)) {
    if (!NOT_LINKED.test(name))
      symlinkSync(join(packages, name), join(directory, folder, 'node_modules', name))
  }
}

function namesIn(directory: string): string[] {
  try {
    return readdirSync(directory)
  } catch {
    return []
  }
}
