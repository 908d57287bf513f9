import { spawnSync } from 'node:child_process'

/** Commits up to this one are older than the rule. */
const BASE = 'ba406f4ebb5d0b91d7a03fb8db85d656fb6f4e1b'
const LONGEST_SUBJECT = 72
const TYPES = 'build|chore|ci|docs|feat|fix|perf|refactor|revert|style|test'
const HEADER = new RegExp(`^(?:${TYPES})(?:\\([\\w./-]+\\))?!?: (\\S+)`)
const NO_VERB =
  /^(?:an?|the|this|that|these|no|not|all|any|both|each|every|some|more|new|only|one|two|many|nobody|nothing|what|who|when|where|why|how|if|for|with|it|we|i)$/i
const OTHER_FORM = /(?:[^es]s|[^aeiou]es|ed|ing)$/i
const IMPERATIVE =
  /^(?:bring|ring|embed|exceed|feed|need|proceed|seed|shed|speed|spring|string|succeed|wed|bias|alias|focus)$/i

/** Returns the problems of a commit's subject, in words. */
export function subjectProblems(subject: string): string[] {
  const verb = HEADER.exec(subject)?.[1]
  const isImperative =
    verb !== undefined && (IMPERATIVE.test(verb) || !(NO_VERB.test(verb) || OTHER_FORM.test(verb)))
  return [
    verb === undefined && 'begin with a type of Conventional Commits, such as "fix: "',
    verb !== undefined &&
      !isImperative &&
      `begin with a verb in the imperative ("add", not "added" or "adds"), not with "${verb}"`,
    verb !== undefined && /^[A-Z][a-z]/.test(verb) && 'begin the text in lower case',
    subject.length > LONGEST_SUBJECT && `use at most ${LONGEST_SUBJECT} characters, not ${subject.length}`,
    subject.endsWith('.') && 'end without a full stop',
  ].filter((problem) => problem !== false)
}

if (import.meta.main) {
  const git = (...args: string[]) => spawnSync('git', args, { encoding: 'utf8' })
  const isShallow = git('rev-parse', '--is-shallow-repository').stdout.trim() === 'true'
  const knowsBase = git('cat-file', '-e', `${BASE}^{commit}`).status === 0
  // In a shallow clone without the base, all commits are newer than it. A complete history without the base is not checked.
  const range = knowsBase ? [`${BASE}..HEAD`] : isShallow ? ['HEAD'] : ['--max-count=0', 'HEAD']
  const log = git('log', '--no-merges', '--format=%h %s', ...range)
    .stdout.split('\n')
    .filter((line) => line !== '')
  const wrong = log.flatMap((line) =>
    subjectProblems(line.slice(line.indexOf(' ') + 1)).map((problem) => `${line}\n  ${problem}`),
  )
  for (const problem of wrong) console.error(problem)
  console.log(`commits read=${log.length} violations=${wrong.length}`)
  process.exit(wrong.length > 0 ? 1 : 0)
}
