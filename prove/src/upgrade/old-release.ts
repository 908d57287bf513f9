import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { REPOSITORY_ROOT } from '@afara/stack/processes/node-process.ts'

/**
 * Returns the last tag or, before the first one, the commit that wrote the SQL baseline. Commits that were published together have the same
 * time, and only the last of them is known to be complete.
 */
export function findLastRelease(): string {
  const git = (...args: string[]) =>
    execFileSync('git', args, { cwd: REPOSITORY_ROOT, encoding: 'utf8' }).trim()
  const [tag] = git('tag', '--list', 'v*', '--sort=-version:refname').split('\n')
  if (tag) return tag
  const writtenAt = git('log', '-1', '--format=%cI', '--', 'server/sql/baseline.json')
  return git('log', '-1', '--format=%H', `--until=${writtenAt}`)
}

/** Puts the files of a release into a folder. They use the packages that are installed here. */
export function checkOutRelease(commit: string, folder: string): void {
  mkdirSync(join(folder, 'node_modules/@afara'), { recursive: true })
  const archive = execFileSync('git', ['archive', commit], { cwd: REPOSITORY_ROOT, maxBuffer: 1 << 30 })
  execFileSync('tar', ['--extract', '--directory', folder], { input: archive })
  const installed = join(REPOSITORY_ROOT, 'node_modules')
  for (const name of readdirSync(installed).filter((each) => each !== '@afara'))
    symlinkSync(join(installed, name), join(folder, 'node_modules', name))
  for (const name of readdirSync(join(installed, '@afara'))) {
    symlinkSync(join(folder, name), join(folder, 'node_modules/@afara', name))
    const own = join(REPOSITORY_ROOT, name, 'node_modules')
    if (existsSync(own) && existsSync(join(folder, name)))
      symlinkSync(own, join(folder, name, 'node_modules'))
  }
}
