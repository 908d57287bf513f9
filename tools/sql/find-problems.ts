import { blankCommentsAndStrings, splitStatements } from '@afara/server/kernel/postgres/sql-text.ts'
import { type Definition, readDefinitions, type SqlFile } from '@afara/server/kernel/postgres/sql-tree.ts'

const WIDTH = 140
const LONGEST = 300
const CLOCK_FILE = 'functions/kernel/kernel.sql'
const CLOCK =
  /\b(now|clock_timestamp|statement_timestamp|transaction_timestamp|uuidv4|uuidv7|gen_random_uuid|random)\(\)|\bcurrent_(?:timestamp|date)\b/

/** Returns the problems in the files of `server/sql`, each with its file and line. */
export function findProblems(files: readonly SqlFile[]): string[] {
  const definitions = readDefinitions(files.filter(({ name }) => holdsDefinitions(name)))
  return [
    ...definedTwice(definitions),
    ...definitions
      .filter(({ comment }) => comment === '')
      .map(({ file, name }) => `${file}: ${name} has no comment that says why it is there`),
    ...files.filter(({ name }) => !holdsDefinitions(name)).flatMap(definedElsewhere),
    ...files.filter(({ name }) => name !== 'snapshot.sql').flatMap(problemsOfLines),
    ...files
      .filter(({ name, text }) => isWrittenByHand(name) && text.split('\n').length > LONGEST + 1)
      .map(({ name }) => `${name}: more than ${LONGEST} lines: split the file by subject`),
  ]
}

/** Returns the functions of a database that no file defines. */
export function findUnwritten(functions: readonly string[], definitions: readonly Definition[]): string[] {
  const written = new Set(definitions.map(({ name }) => name))
  return functions.filter((name) => !written.has(name))
}

export const holdsDefinitions = (file: string) => /^(functions|checks)\/|^generated\/status-sets/.test(file)

const isWrittenByHand = (file: string) => !file.startsWith('generated/') && file !== 'snapshot.sql'

function definedTwice(definitions: readonly Definition[]): string[] {
  const first = new Map<string, string>()
  return definitions.flatMap(({ name, file }) => {
    const before = first.get(name)
    first.set(name, before ?? file)
    return before === undefined ? [] : [`${file}: ${name} is already defined in ${before}`]
  })
}

function definedElsewhere({ name, text }: SqlFile): string[] {
  return splitStatements(text).flatMap(({ sql }) => {
    const defined = /^create (?:or replace )?(?:function|view|procedure) (\w+)/.exec(sql)?.[1]
    return defined === undefined ? [] : [`${name}: move ${defined} to a file in functions/`]
  })
}

function problemsOfLines({ name, text }: SqlFile): string[] {
  const code = blankCommentsAndStrings(text).split('\n')
  return text.split('\n').flatMap((line, index) => {
    const at = `${name}:${index + 1}`
    const clock =
      holdsDefinitions(name) && name !== CLOCK_FILE ? CLOCK.exec(code[index] ?? '')?.[0] : undefined
    return [
      ...(line.length > WIDTH ? [`${at}: the line is longer than ${WIDTH} columns`] : []),
      ...(line.includes('pg_get_functiondef')
        ? [`${at}: change the function in its own file, not with pg_get_functiondef`]
        : []),
      ...(clock === undefined
        ? []
        : [`${at}: use afara_now(), afara_uuid() or afara_random() instead of ${clock}`]),
    ]
  })
}
