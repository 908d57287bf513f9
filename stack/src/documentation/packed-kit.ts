import { execFileSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { REPOSITORY_ROOT } from '../processes/node-process.ts'

/**
 * Builds and packs SDK and CLI from copies, so that no other build is disturbed, and installs the tarballs in an empty folder without a
 * registry. Returns that folder.
 */
export function installPackedKit(): string {
  const place = mkdtempSync(join(tmpdir(), 'afara-pack-'))
  cpSync(join(REPOSITORY_ROOT, 'tsconfig.json'), join(place, 'tsconfig.json'))
  for (const name of ['sdk', 'cli']) copyPackage(name, join(place, name))
  link(join(REPOSITORY_ROOT, 'node_modules/@types'), join(place, 'node_modules/@types'))
  link(commander(), join(place, 'node_modules/commander'))
  link(join(place, 'sdk'), join(place, 'node_modules/@afara/sdk'))

  const tarballs = join(place, 'tarballs')
  mkdirSync(tarballs)
  for (const folder of [join(place, 'sdk'), join(place, 'cli'), commander()]) {
    npm(folder, ['pack', '--silent', '--pack-destination', tarballs])
  }
  const empty = join(place, 'empty')
  mkdirSync(empty)
  writeFileSync(join(empty, 'package.json'), '{ "name": "shop", "private": true, "type": "module" }\n')
  const files = readdirSync(tarballs).map((file) => join(tarballs, file))
  npm(empty, ['install', '--offline', '--no-audit', '--no-fund', '--silent', ...files])
  return empty
}

function copyPackage(name: string, to: string): void {
  for (const part of ['package.json', 'tsconfig.build.json', 'README.md', 'src', 'examples']) {
    const from = join(REPOSITORY_ROOT, name, part)
    if (existsSync(from)) cpSync(from, join(to, part), { recursive: true })
  }
}

/** npm installs commander in the folder of the CLI if another version is at the top level. */
function commander(): string {
  const beside = join(REPOSITORY_ROOT, 'cli/node_modules/commander')
  return existsSync(beside) ? beside : join(REPOSITORY_ROOT, 'node_modules/commander')
}

function link(from: string, to: string): void {
  mkdirSync(dirname(to), { recursive: true })
  symlinkSync(from, to)
}

function npm(folder: string, args: readonly string[]): void {
  const path = [
    join(REPOSITORY_ROOT, 'node_modules/.bin'),
    dirname(process.execPath),
    process.env['PATH'],
  ].join(':')
  execFileSync('npm', args, { cwd: folder, env: { ...process.env, PATH: path }, stdio: 'pipe' })
}
