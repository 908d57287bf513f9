import { readFileSync } from 'node:fs'

type Names = Readonly<Record<string, string>>

type Manifest = Readonly<{
  name: string
  version: string
  license: string
  engines: Names
  dependencies: Names
  optionalDependencies: Names
}>

type Locked = Readonly<{
  version?: string
  dependencies?: Names
  optionalDependencies?: Names
  peerDependencies?: Names
  peerDependenciesMeta?: Readonly<Record<string, Readonly<{ optional?: boolean }>>>
}> &
  Readonly<Record<string, unknown>>

type Packages = Readonly<Record<string, Locked>>

const HERE = 'vault/'
// What a package is for in the whole repository. Alone, only `optional` is set again.
const FLAGS = new Set(['dev', 'devOptional', 'optional', 'peer'])

/** Returns the lock file with which a copy of `vault/` is installed alone: what it needs to run, in the versions of our own lock file. */
export function vaultLock(): string {
  const manifest = JSON.parse(readFileSync('vault/package.json', 'utf8')) as Manifest
  const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8')) as { packages: Packages }
  const { name, version, license, engines, dependencies, optionalDependencies } = manifest
  const own = { name, version, license, dependencies, engines, optionalDependencies }
  const lock = {
    name,
    version,
    lockfileVersion: 3,
    requires: true,
    packages: { '': own, ...pickPackages(packages, own) },
  }
  return `${JSON.stringify(lock, null, 2)}\n`
}

/** Picks the packages that a manifest needs. Throws if it asks for another version than the lock file has. */
export function pickPackages(
  packages: Packages,
  { dependencies, optionalDependencies }: Pick<Manifest, 'dependencies' | 'optionalDependencies'>,
): Packages {
  const wanted = Object.entries({ ...dependencies, ...optionalDependencies })
  for (const [name, version] of wanted) {
    const locked = packages[placeOf(packages, 'vault', name) ?? '']?.version
    if (locked !== version)
      throw new Error(`vault/package.json asks for ${name} ${version}, but package-lock.json has ${locked}`)
  }
  const needed = follow(packages, 'vault', Object.keys(dependencies), false)
  const all = follow(
    packages,
    'vault',
    [...Object.keys(dependencies), ...Object.keys(optionalDependencies)],
    true,
  )
  const picked = new Map<string, Locked>()
  for (const place of all) {
    const locked = Object.fromEntries(
      Object.entries(packages[place] ?? {}).filter(([key]) => !FLAGS.has(key)),
    )
    const to = place.startsWith(HERE) ? place.slice(HERE.length) : place
    if (picked.has(to)) throw new Error(`the vault needs two versions of ${to}`)
    picked.set(to, needed.has(place) ? locked : { ...locked, optional: true })
  }
  return Object.fromEntries([...picked].sort(([one], [other]) => one.localeCompare(other, 'en')))
}

/** Returns the places of all packages that are reached from a place, with or without optional ones. */
function follow(
  packages: Packages,
  from: string,
  names: readonly string[],
  withOptional: boolean,
): Set<string> {
  const found = new Set<string>()
  const visit = (place: string, name: string, isOptional: boolean): void => {
    const at = placeOf(packages, place, name)
    if (at === undefined && !isOptional)
      throw new Error(`package-lock.json lacks ${name}, which ${place} needs`)
    if (at === undefined || found.has(at)) return
    found.add(at)
    const { dependencies, optionalDependencies, peerDependencies, peerDependenciesMeta } = packages[
      at
    ] as Locked
    for (const one of Object.keys(dependencies ?? {})) visit(at, one, false)
    for (const one of Object.keys(peerDependencies ?? {}))
      if (peerDependenciesMeta?.[one]?.optional !== true) visit(at, one, false)
    if (withOptional) for (const one of Object.keys(optionalDependencies ?? {})) visit(at, one, true)
  }
  for (const name of names) visit(from, name, false)
  return found
}

/** Returns where Node finds a package from another one: in its own folder, or in the nearest one above. */
function placeOf(packages: Packages, from: string, name: string): string | undefined {
  for (let at = from; ; at = at.slice(0, Math.max(0, at.lastIndexOf('/')))) {
    const place = at === '' ? `node_modules/${name}` : `${at}/node_modules/${name}`
    if (packages[place] !== undefined) return place
    if (at === '') return undefined
  }
}
