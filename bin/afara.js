#!/usr/bin/env node
// Starts the command on the Node that came with `npm ci`, whatever Node the machine has, with the settings of the
// development stack where they are not set already.
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const place = (path) => fileURLToPath(new URL(`../${path}`, import.meta.url))
const node = place('node_modules/.bin/node')

if (existsSync(node)) {
  const settings = `--env-file-if-exists=${place('.stack/dev/server.env')}`
  const command = [settings, place('server/src/main-ops.ts'), ...process.argv.slice(2)]
  process.exitCode = spawnSync(node, command, { stdio: 'inherit' }).status ?? 1
} else {
  console.error('Nothing is installed here yet: run "npm ci" first.')
  process.exitCode = 1
}
