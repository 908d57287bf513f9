import { execFile } from 'node:child_process'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { REPOSITORY_ROOT } from '../processes/node-process.ts'

const web = join(REPOSITORY_ROOT, 'web')

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
