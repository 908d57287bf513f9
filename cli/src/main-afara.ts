#!/usr/bin/env node
if (Number(process.versions.node.split('.')[0]) < 22) {
  console.error(`afara needs Node 22 or newer. This is ${process.version}.`)
  process.exit(2)
}

const { readFileSync } = await import('node:fs')
const { runAfara } = await import('./run-afara.ts')
const { createProcessWorld } = await import('./process-world.ts')

const { version } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as {
  version: string
}
process.exitCode = await runAfara(process.argv.slice(2), createProcessWorld(process, process.env), version)
