const NODE = 24

/** Returns one sentence that says why nothing of this repository runs here, or undefined. It takes `process`. */
export function whyNot({ versions, platform, arch }) {
  if (Number.parseInt(versions.node, 10) >= NODE) return undefined
  const machine = `${platform}-${arch}`
  return ['linux-x64', 'linux-arm64', 'darwin-arm64'].includes(machine)
    ? `Afara needs Node ${NODE}, but this is Node ${versions.node}: run "npm ci", which installs it, and then the same npm command again.`
    : `Afara needs Node ${NODE}, but this is Node ${versions.node}: install Node ${NODE} yourself, because npm has none for ${machine}.`
}
