import { spawnSync } from 'node:child_process'

/** The rule applies to commits made after this time. */
const RULE_SINCE = '2026-11-16T21:00:00Z'
const LONGEST_SUBJECT = 72
const TYPES = 'build|chore|ci|docs|feat|fix|perf|refactor|revert|style|test'
const HEADER = new RegExp(`^(?:${TYPES})(?:\\([\\w./,-]+\\))?!?: (\\S+)`)
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
    verb === undefined && 'begin the subject with a Conventional Commits type, such as "fix: "',
    verb !== undefined &&
      !isImperative &&
      `begin with a verb in the imperative ("add", not "added" or "adds"), not with "${verb}"`,
    verb !== undefined && /^[A-Z][a-z]/.test(verb) && 'begin the text after the type in lower case',
    subject.length > LONGEST_SUBJECT &&
      `shorten the subject to ${LONGEST_SUBJECT} characters (it has ${subject.length})`,
    subject.endsWith('.') && 'remove the full stop at the end',
  ].filter((problem) => problem !== false)
}

if (import.meta.main) {
  const log = spawnSync('git', ['log', '--no-merges', '--format=%h %s', `--since-as-filter=${RULE_SINCE}`], {
    encoding: 'utf8',
  })
    .stdout.split('\n')
    .filter((line) => line !== '')
  const wrong = log.flatMap((line) =>
    subjectProblems(line.slice(line.indexOf(' ') + 1)).map((problem) => `${line}\n  ${problem}`),
  )
  for (const problem of wrong) console.error(problem)
  console.log(`commits read=${log.length} violations=${wrong.length}`)
  process.exit(wrong.length > 0 ? 1 : 0)
}
