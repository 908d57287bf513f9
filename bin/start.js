// Starts the program of an npm script: node bin/start.js <file> [arguments]. It is JavaScript for old versions of Node, which cannot read
// TypeScript and end with ERR_UNKNOWN_FILE_EXTENSION.
import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { whyNot } from './supported.js'

const [file, ...args] = process.argv.slice(2)
const problem = whyNot(process)
if (problem === undefined) {
  // The settings of the development stack, for commands about its database.
  if (file === 'server/src/main-admin.ts' && existsSync('.stack/dev/server.env'))
    process.loadEnvFile('.stack/dev/server.env')
  process.argv = [process.execPath, resolve(file), ...args]
  await import(pathToFileURL(resolve(file)).href)
} else {
  console.error(problem)
  process.exitCode = 1
}
