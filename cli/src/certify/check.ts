/** `not_shown`: nothing was seen that contradicts it, and nothing that confirms it. */
export type Verdict = 'passed' | 'failed' | 'not_shown'

/** One line of the report. */
export type Check = Readonly<{
  name: string
  /** What a good integration does. */
  title: string
  verdict: Verdict
  /** What was seen, where that says more. */
  detail?: string
}>

type Named = Pick<Check, 'name' | 'title'>

export function passed(check: Named, detail?: string): Check {
  return { ...check, verdict: 'passed', ...(detail === undefined ? {} : { detail }) }
}

export function failed(check: Named, detail: string): Check {
  return { ...check, verdict: 'failed', detail }
}

export function notShown(check: Named, detail: string): Check {
  return { ...check, verdict: 'not_shown', detail }
}
