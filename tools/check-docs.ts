import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { createAdmin } from '@afara/server/entry/admin/run-admin.ts'
import { createOps } from '@afara/server/entry/ops/run-ops.ts'
import { createAfara } from '../cli/src/run-afara.ts'
import {
  anchorsOf,
  type CommandTree,
  findBroken,
  findBrokenInSource,
  type Repository,
} from './doc-references.ts'

/** Checks that every path, command and anchor in a document exists, and that the number of checks is right. */
const read = (path: string): string => readFileSync(path, 'utf8')
// A deleted file is still listed until the deletion is committed.
const files = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
  encoding: 'utf8',
})
  .trim()
  .split('\n')
const documents = new Map(files.filter((file) => file.endsWith('.md')).map((file) => [file, read(file)]))
const sources = files.filter(
  (file) => /\.(ts|sql|sol)$/.test(file) && !/\.test\.ts$|^server\/sql\/schema\//.test(file),
)
const repository: Repository = {
  files: new Set(files),
  anchors: new Map([...documents].map(([file, text]) => [file, anchorsOf(text)])),
  scripts: new Set(
    ['package.json', 'sdk/package.json', 'cli/package.json'].flatMap((path) => Object.keys(scriptsOf(path))),
  ),
  names: new Map([
    ['prove', namesOf(/^prove\/src\/([\w-]+)\/\1-proof\.ts$/)],
    ['bench', namesOf(/^bench\/src\/([\w-]+)\/\1-bench\.ts$/)],
  ]),
  commands: commandTrees(),
  // The service finds its checks by this name too.
  checks: files
    .filter((file) => /^server\/sql\/checks\/.*\.sql$/.test(file))
    .flatMap((file) => [...read(file).matchAll(/^create or replace function check_/gm)]).length,
}

const broken = [
  ...[...documents].flatMap(([file, text]) => findBroken(file, text, repository)),
  ...sources.flatMap((file) => findBrokenInSource(file, read(file), repository)),
]
for (const { file, line, problem } of broken) console.error(`${file}:${line}: ${problem}`)
console.log(`docs files=${documents.size} violations=${broken.length}`)
process.exit(broken.length > 0 || documents.size === 0 ? 1 : 0)

function scriptsOf(path: string): Record<string, string> {
  return (JSON.parse(read(path)) as { scripts?: Record<string, string> }).scripts ?? {}
}

function namesOf(pattern: RegExp): Set<string> {
  return new Set(files.flatMap((file) => pattern.exec(file)?.[1] ?? []))
}

function commandTrees(): Map<string, CommandTree> {
  // No command is run: the programs only describe themselves.
  const nowhere = new Proxy({}, { get: () => () => undefined }) as never
  const afara = createAfara(nowhere, '0')
  const all: CommandTree = {
    name: () => 'afara',
    aliases: () => [],
    options: afara.options,
    commands: [...afara.commands, ...createOps(nowhere).commands],
  }
  return new Map<string, CommandTree>([
    ['npx afara', all],
    ['npm run admin --', createAdmin(nowhere)],
  ])
}
