import { spawnSync } from 'node:child_process'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { REPOSITORY_ROOT } from '../processes/node-process.ts'

const web = join(REPOSITORY_ROOT, 'web')

/** Builds the pages of `web/` into static files and returns their folder, which is `web/dist` unless another is given. */
export function buildPages(folder = join(web, 'dist')): string {
  const vite = join(
    dirname(createRequire(join(web, 'package.json')).resolve('vite/package.json')),
    'bin/vite.js',
  )
  const args = [vite, 'build', web, '--outDir', folder, '--emptyOutDir', '--logLevel', 'warn']
  const build = spawnSync(process.execPath, args, { encoding: 'utf8' })
  if (build.status !== 0)
    throw new Error(`the pages in web/ could not be built:\n${build.stdout}${build.stderr}`)
  return folder
}
