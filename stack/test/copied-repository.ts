import { execFileSync } from 'node:child_process'
import { copyFileSync, existsSync, mkdirSync, readdirSync, symlinkSync } from 'node:fs'
import { dirname, join } from 'node:path'

const INSTALLED = 'node_modules'
/** Links in this folder lead to our own workspaces. */
const WORKSPACES = '@afara'

/**
 * Copies the sources of a repository, so that a test can change them. Installed packages are linked; our own packages are those of the
 * copy.
 */
export function copyRepository(from: string, to: string): void {
  const listed = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
    cwd: from,
    encoding: 'utf8',
  })
  // A deleted file is still listed until the deletion is committed.
  for (const file of listed.split('\0').filter((name) => name !== '' && existsSync(join(from, name)))) {
    mkdirSync(dirname(join(to, file)), { recursive: true })
    copyFileSync(join(from, file), join(to, file))
  }
  linkInstalled(from, to)
}

function linkInstalled(from: string, to: string): void {
  mkdirSync(join(to, INSTALLED, WORKSPACES), { recursive: true })
  for (const name of readdirSync(join(from, INSTALLED)).filter((each) => each !== WORKSPACES))
    symlinkSync(join(from, INSTALLED, name), join(to, INSTALLED, name))
  for (const name of readdirSync(join(from, INSTALLED, WORKSPACES))) {
    symlinkSync(join(to, name), join(to, INSTALLED, WORKSPACES, name))
    const own = join(from, name, INSTALLED)
    if (existsSync(own)) symlinkSync(own, join(to, name, INSTALLED))
  }
}
