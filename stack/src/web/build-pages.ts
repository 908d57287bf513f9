import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { REPOSITORY_ROOT } from '../processes/node-process.ts'

const web = join(REPOSITORY_ROOT, 'web')

/** What decides the pages: our own source, and the lock file for everything else. */
const INPUTS = ['web', 'sdk/src', 'stack/src/demo', 'package-lock.json']

/** Returns a folder with the built pages. Builds them only if their source changed since the last build. */
export async function findBuiltPages(): Promise<string> {
  const builds = join(REPOSITORY_ROOT, '.stack/pages')
  const name = hashInputs()
  const folder = join(builds, name)
  if (existsSync(folder)) return folder
  const draft = `${folder}-${process.pid}`
  await buildPages(draft)
  try {
    renameSync(draft, folder)
  } catch (error) {
    rmSync(draft, { recursive: true })
    // Another process finished the same build first.
    if ((error as NodeJS.ErrnoException).code !== 'ENOTEMPTY') throw error
  }
  for (const other of readdirSync(builds))
    if (!other.startsWith(name)) rmSync(join(builds, other), { recursive: true, force: true })
  return folder
}

function hashInputs(): string {
  const hash = createHash('sha256')
  for (const input of INPUTS) {
    const path = join(REPOSITORY_ROOT, input)
    const files = input.endsWith('.json')
      ? [path]
      : readdirSync(path, { recursive: true, withFileTypes: true })
          .filter((entry) => entry.isFile() && !/\/(node_modules|dist)(\/|$)/.test(entry.parentPath))
          .map((entry) => join(entry.parentPath, entry.name))
    for (const file of files.sort()) hash.update(`${file}\n`).update(readFileSync(file))
  }
  return hash.digest('hex').slice(0, 16)
}

/** Builds the pages of `web/` into static files and returns their folder, which is `web/dist` unless another is given. */
export async function buildPages(folder = join(web, 'dist')): Promise<string> {
  const vite = join(
    dirname(createRequire(join(web, 'package.json')).resolve('vite/package.json')),
    'bin/vite.js',
  )
  const args = [vite, 'build', web, '--outDir', folder, '--emptyOutDir', '--logLevel', 'warn']
  // Tests run with NODE_ENV=test. A browser gets the same files from a test as from an install.
  const env = { ...process.env, NODE_ENV: 'production' }
  await promisify(execFile)(process.execPath, args, { env }).catch((error: unknown) => {
    const { stdout, stderr } = error as { stdout: string; stderr: string }
    throw new Error(`the pages in web/ could not be built:\n${stdout}${stderr}`, { cause: error })
  })
  return folder
}
