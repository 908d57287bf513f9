import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { findBreaking } from './find-breaking.ts'

/** What a release writes. Nothing is written while there is a problem. */
export type ReleasePlan = Readonly<{
  version: string
  /** The commit or tag whose OpenAPI document this one is compared with. */
  base: string
  notes: string
  problems: readonly string[]
}>

const DOCUMENT = 'docs/reference/openapi.json'
/** All manifests have the version of the release. */
export const manifests = ['package.json', 'sdk/package.json', 'cli/package.json']
const UNRELEASED = /^## Unreleased\n(?<notes>.*?)(?=^## |$(?![^]))/ms

/** Decides the version, and finds everything that forbids the release. Without `wanted`, the version is that of the manifests. */
export function planRelease(root: string, wanted: string | undefined): ReleasePlan {
  const git = (...args: string[]) =>
    execFileSync('git', args, { cwd: root, encoding: 'utf8', stdio: 'pipe', maxBuffer: 64 << 20 }).trim()
  const read = (path: string) => readFileSync(join(root, path), 'utf8')
  const versions = new Map(manifests.map((path) => [path, String(JSON.parse(read(path)).version)]))
  const current = versions.get('package.json') ?? ''
  const version = wanted ?? current
  const tags = git('tag', '--list', 'v*', '--sort=-version:refname').split('\n').filter(Boolean)
  // Before the first tag, the release is what the SQL baseline states.
  const base = tags[0] ?? git('log', '-1', '--format=%H', '--', 'server/sql/baseline.json')
  const notes = UNRELEASED.exec(read('CHANGELOG.md'))?.groups?.['notes']?.trim() ?? ''
  const breaking =
    base === ''
      ? []
      : findBreaking(JSON.parse(git('show', `${base}:${DOCUMENT}`)), JSON.parse(read(DOCUMENT)))
  return {
    version,
    base,
    notes,
    problems: [
      ...findMismatches(
        versions,
        String(JSON.parse(read('cli/package.json')).dependencies?.['@afara/sdk']),
        current,
      ),
      ...findVersionProblems(version, current, tags),
      ...(/^- /m.test(notes)
        ? []
        : ['CHANGELOG.md says nothing under "Unreleased": write what users will notice']),
      ...(isMajor(version, tags[0])
        ? []
        : breaking.map((one) => `the API breaks what it promised at ${base.slice(0, 12)}: ${one}`)),
      ...(git('status', '--porcelain') === '' ? [] : ['commit or remove what is not committed']),
    ],
  }
}

function findMismatches(versions: ReadonlyMap<string, string>, sdkOfCli: string, current: string): string[] {
  const others = [...versions].filter(([, version]) => version !== current)
  return [
    ...others.map(([path, version]) => `package.json has version ${current}, but ${path} has ${version}`),
    ...(sdkOfCli === current
      ? []
      : [`cli/package.json depends on version ${sdkOfCli} of the SDK, which has ${current}`]),
  ]
}

function findVersionProblems(version: string, current: string, tags: readonly string[]): string[] {
  if (!/^\d+\.\d+\.\d+$/.test(version)) return [`${version} is not a version such as 1.2.3`]
  if (tags.includes(`v${version}`)) return [`v${version} is released already: name the next version`]
  const newest = tags[0]?.slice(1) ?? current
  return compareVersions(version, newest) < 0 ? [`${version} is older than ${newest}`] : []
}

function compareVersions(one: string, other: string): number {
  const [left, right] = [one, other].map((text) => text.split('.').map(Number))
  const differing = (left ?? []).findIndex((part, index) => part !== right?.[index])
  return differing === -1 ? 0 : (left?.[differing] ?? 0) - (right?.[differing] ?? 0)
}

/** Only a new major version may break what an earlier one promised. */
function isMajor(version: string, tag: string | undefined): boolean {
  return tag !== undefined && Number(version.split('.')[0]) > Number(tag.slice(1).split('.')[0])
}

/** Returns the changelog with the unreleased notes under their version. */
export function dateNotes(changelog: string, version: string, date: string): string {
  return changelog.replace('## Unreleased\n', `## Unreleased\n\n## ${version} (${date})\n`)
}
