import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { parseArgs } from 'node:util'
import { packRelease, setVersion, tryPacked } from './release/pack-release.ts'
import { dateNotes, manifests, planRelease } from './release/plan-release.ts'

const USAGE = `npm run release -- [<version>] [--dry-run]

Makes a release: its version, its section of CHANGELOG.md, its commit and its tag, and the packages of SDK and CLI in .stack/release.
With --dry-run, it makes only the packages. It publishes nothing.`

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { 'dry-run': { type: 'boolean', default: false }, help: { type: 'boolean', default: false } },
})
if (values.help) console.log(USAGE)
else process.exitCode = release(process.cwd(), positionals[0], values['dry-run'])

function release(root: string, wanted: string | undefined, isDry: boolean): number {
  const { version, base, notes, problems } = planRelease(root, wanted)
  for (const problem of problems) console.error(`✗ ${problem}`)
  if (problems.length > 0) {
    console.error(`release version=${version} refused=${problems.length}`)
    return 1
  }
  console.log(`✓ every manifest has the same version, and ${version} is new`)
  console.log(`✓ the API keeps what it promised at ${base.slice(0, 12)}`)
  console.log(`✓ CHANGELOG.md has ${notes.match(/^- /gm)?.length} notes`)
  const folder = join(root, '.stack/release')
  const tarballs = packRelease(root, version, folder)
  for (const tarball of tarballs) console.log(`✓ packed ${basename(tarball)}`)
  for (const node of ['22', '24'])
    console.log(
      `✓ SDK and CLI work with Node ${tryPacked(root, tarballs, node, join(folder, `node-${node}`))}`,
    )
  console.log(`✓ provenance.json names the commit and the digests`)
  if (!isDry) writeRelease(root, version)
  console.log(`release version=${version} packages=${tarballs.length} tag=${isDry ? 'none' : `v${version}`}`)
  return 0
}

function writeRelease(root: string, version: string): void {
  const git = (...args: string[]) => execFileSync('git', args, { cwd: root, stdio: 'inherit' })
  for (const path of manifests) setVersion(join(root, path), version)
  execFileSync('npm', ['install', '--package-lock-only', '--ignore-scripts', '--silent'], {
    cwd: root,
    stdio: 'inherit',
  })
  const changelog = join(root, 'CHANGELOG.md')
  const today = new Date().toISOString().slice(0, 10)
  writeFileSync(changelog, dateNotes(readFileSync(changelog, 'utf8'), version, today))
  git('commit', '--all', '--message', `chore(release): ${version}`)
  git('tag', '--annotate', `v${version}`, '--message', `Afara ${version}`)
  console.log(`Push the commit and the tag, then publish each package: npm publish .stack/release/<file>`)
}
